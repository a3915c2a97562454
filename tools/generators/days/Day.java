// The day (the-day.ts) by a client of openapi-generator in Java.
import java.net.URI;
import java.nio.file.Path;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.PlansApi;
import org.openapitools.client.api.ProjectsApi;
import org.openapitools.client.api.ReportsApi;
import org.openapitools.client.api.StopsApi;
import org.openapitools.client.model.PlanInput;
import org.openapitools.client.model.ReportInput;
import org.openapitools.client.model.Stop;

public class Day {
  public record TheDay(PlanInput plan, ReportInput report) {}

  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    URI service = URI.create(System.getenv("ROUTEWRIGHT_URL"));
    client.setScheme(service.getScheme()).setHost(service.getHost()).setPort(service.getPort());
    client.setRequestInterceptor(request -> request.uri(withKey(request.build().uri())));
    TheDay day = client.getObjectMapper().readValue(Path.of("the-day.json").toFile(), TheDay.class);

    PlansApi plans = new PlansApi(client);
    String project = new ProjectsApi(client).listProjects(null, null, null, null).getDocs().get(0).getId();
    String plan = plans.createPlan(project, day.plan()).getId();
    String id = stopOnRoute(plans.optimizePlan(plan, null).getStops());
    new ReportsApi(client).createReport(id, day.report());
    Stop reported = new StopsApi(client).getStop(id);
    if (!reported.getStatus().toString().equals("completed")) {
      throw new IllegalStateException("Reported as done, but the stop is " + reported.getStatus());
    }
  }

  private static URI withKey(URI address) {
    String join = address.getQuery() == null ? "?" : "&";
    return URI.create(address + join + "private_key=" + System.getenv("ROUTEWRIGHT_KEY"));
  }

  private static String stopOnRoute(Iterable<Stop> stops) {
    for (Stop stop : stops) {
      if (stop.getRouteId() != null) return stop.getId();
    }
    throw new IllegalStateException("Optimized, but no stop is on a route.");
  }
}
