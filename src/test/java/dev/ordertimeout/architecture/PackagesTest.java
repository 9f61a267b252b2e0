package dev.ordertimeout.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.CanBeAnnotated.Predicates.annotatedWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import jakarta.persistence.Entity;
import jakarta.ws.rs.Path;
import java.time.Instant;

/** The arrows between the packages, each with its reason. */
@AnalyzeClasses(packages = "dev.ordertimeout", importOptions = ImportOption.DoNotIncludeTests.class)
class PackagesTest {

  @ArchTest
  static final ArchRule packages_form_no_cycle =
      slices()
          .matching("dev.ordertimeout.(*)..")
          .should()
          .beFreeOfCycles()
          .because("a newcomer can then read the service from the bottom to the top");

  @ArchTest
  static final ArchRule tasks_are_plain_values =
      classes()
          .that()
          .resideInAPackage("..ordertimeout.task..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage("java..", "org.jspecify..", "..ordertimeout.task.."))
          .because("what a timer is must not depend on where it is kept");

  @ArchTest
  static final ArchRule only_the_queue_knows_redis =
      noClasses()
          .that()
          .resideOutsideOfPackages("..ordertimeout.redis..", "..ordertimeout.embedded..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.vertx.redis..", "io.vertx.mutiny.redis..", "io.quarkus.redis..")
          .because("Redis is a means to be punctual; nothing else may come to rely on it");

  @ArchTest
  static final ArchRule the_queue_is_used_through_its_port =
      noClasses()
          .that()
          .resideOutsideOfPackage("..ordertimeout.redis..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..ordertimeout.redis..")
          .because("the worker must not know what the queue is made of");

  @ArchTest
  static final ArchRule the_queue_knows_no_orders =
      noClasses()
          .that()
          .resideInAPackage("..ordertimeout.redis..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.ordertimeout..")
                  .and(
                      not(
                          resideInAnyPackage(
                              "..ordertimeout.redis..",
                              "..ordertimeout.task..",
                              "..ordertimeout.platform.."))))
          .because("the row decides; the queue only says when to look at it");

  @ArchTest
  static final ArchRule orders_do_not_know_what_calls_them =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("entrances")
          .definedBy("..ordertimeout.worker..", "..ordertimeout.reconcile..")
          .layer("features")
          .definedBy("..ordertimeout.order..", "..ordertimeout.payment..", "..ordertimeout.hall..")
          .layer("ground")
          .definedBy("..ordertimeout.stock..", "..ordertimeout.event..", "..ordertimeout.subsidy..")
          .whereLayer("entrances")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("features")
          .mayOnlyBeAccessedByLayers("entrances")
          .because("a transition is the same whether a request, a timer or the sweep asks for it");

  @ArchTest
  static final ArchRule entities_are_no_answers =
      methods()
          .that()
          .areDeclaredInClassesThat()
          .areAnnotatedWith(Path.class)
          .should()
          .notHaveRawReturnType(annotatedWith(Entity.class))
          .because("the schema may change without changing what callers see");

  @ArchTest
  static final ArchRule one_place_reads_the_wall_clock =
      noClasses()
          .that()
          .resideOutsideOfPackage("..ordertimeout.platform..")
          .should()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .because("deadlines are judged by the database's clock, never by this process's");

  @ArchTest
  static final ArchRule no_one_polls_by_sleeping =
      noClasses()
          .should()
          .callMethod(Thread.class, "sleep", long.class)
          .because("a loop rests in BackgroundLoop, which can be woken and stopped");
}
