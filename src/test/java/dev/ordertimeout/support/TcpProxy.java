package dev.ordertimeout.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the service and one of its servers, and does to their connections what networks
 * do: it delays, swallows, resets, and cuts a connection after a request got through and before its
 * reply does.
 */
public final class TcpProxy implements AutoCloseable {
  private static final int CHUNK = 1 << 16;

  private final ServerSocket listener;
  private final int serverPort;
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private final Object healed = new Object();
  private final AtomicInteger repliesToCut = new AtomicInteger();
  private volatile Duration delay = Duration.ZERO;
  private volatile boolean swallowing;
  private volatile boolean refusing;

  private TcpProxy(ServerSocket listener, int serverPort) {
    this.listener = listener;
    this.serverPort = serverPort;
  }

  /** Listens on a free port of the loopback address for what is meant for the server's. */
  public static TcpProxy to(int serverPort) {
    try {
      TcpProxy proxy =
          new TcpProxy(new ServerSocket(0, 256, InetAddress.getLoopbackAddress()), serverPort);
      background(proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** Each piece that a client sends is held for so long. */
  public void delay(Duration each) {
    delay = each;
  }

  /**
   * Connections stay, new ones are taken, and nothing passes; after {@link #heal} all of it does.
   */
  public void swallow() {
    swallowing = true;
  }

  /** Every connection is reset, and every new one too. */
  public void refuse() {
    refusing = true;
    reset();
  }

  /** Every connection is reset; new ones work. */
  public void reset() {
    links.forEach(Link::reset);
  }

  /** The next replies never arrive: their request got through, then the connection is reset. */
  public void cutReplies(int count) {
    repliesToCut.set(count);
  }

  /** Does no harm any more. */
  public void heal() {
    delay = Duration.ZERO;
    refusing = false;
    repliesToCut.set(0);
    synchronized (healed) {
      swallowing = false;
      healed.notifyAll();
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    heal();
    reset();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        background(() -> connect(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void connect(Socket client) {
    Socket server = null;
    try {
      if (!refusing) {
        server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
      }
    } catch (IOException serverIsDown) {
      // The client sees a reset, as it would see the refusal.
    }
    Link link = new Link(client, server);
    if (server == null) {
      link.reset();
      return;
    }
    links.add(link);
    background(link::requests);
    background(link::replies);
  }

  private void awaitHealed() throws InterruptedException {
    synchronized (healed) {
      while (swallowing) {
        healed.wait();
      }
    }
  }

  private static void background(Runnable work) {
    Thread thread = new Thread(work, "tcp-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  /** One client's connection and its other half. */
  private final class Link {
    private final Socket client;
    private final @Nullable Socket server;

    Link(Socket client, @Nullable Socket server) {
      this.client = client;
      this.server = server;
    }

    void requests() {
      pump(client, server, false);
    }

    void replies() {
      pump(server, client, true);
    }

    private void pump(Socket from, Socket to, boolean replies) {
      try {
        from.setTcpNoDelay(true);
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        byte[] chunk = new byte[CHUNK];
        for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
          awaitHealed();
          if (replies && repliesToCut.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            break;
          }
          if (!replies && !delay.isZero()) {
            LockSupport.parkNanos(delay.toNanos());
          }
          out.write(chunk, 0, length);
        }
      } catch (IOException cut) {
        // Both halves end below.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      reset();
    }

    void reset() {
      links.remove(this);
      abort(client);
      if (server != null) {
        abort(server);
      }
    }

    private static void abort(Socket socket) {
      try {
        socket.setSoLinger(true, 0);
        socket.close();
      } catch (IOException alreadyClosed) {
        // That is what was wanted.
      }
    }
  }
}
