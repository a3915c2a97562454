<?php
// The day (the-day.ts) by a client of openapi-generator in PHP, with Guzzle as Debian has it.
namespace GuzzleHttp\Psr7 {
    // Psr7 has left it out since its version 2; this version of the generator still calls it.
    function build_query(array $parameters): string
    {
        return Query::build($parameters);
    }
}

namespace {
    require '/usr/share/php/GuzzleHttp/autoload.php';
    spl_autoload_register(function (string $class): void {
        $file = 'generated/php/lib/' . strtr(substr($class, strlen('OpenAPI\\Client\\')), '\\', '/') . '.php';
        if (str_starts_with($class, 'OpenAPI\\Client\\') && is_file($file)) {
            require $file;
        }
    });

    $day = json_decode(file_get_contents('the-day.json'), true);
    $settings = OpenAPI\Client\Configuration::getDefaultConfiguration();
    $settings->setHost(getenv('ROUTEWRIGHT_URL'))->setApiKey('private_key', getenv('ROUTEWRIGHT_KEY'));
    $client = new GuzzleHttp\Client();

    $plans = new OpenAPI\Client\Api\PlansApi($client, $settings);
    [$project] = (new OpenAPI\Client\Api\ProjectsApi($client, $settings))->listProjects()->getDocs();
    $plan = $plans->createPlan($project->getId(), new OpenAPI\Client\Model\PlanInput($day['plan']));
    foreach ($plans->optimizePlan($plan->getId())->getStops() as $stop) {
        if ($stop->getRouteId() !== null) {
            $id = $stop->getId();
        }
    }
    $id ?? throw new RuntimeException('Optimized, but no stop is on a route.');
    (new OpenAPI\Client\Api\ReportsApi($client, $settings))->createReport($id, new OpenAPI\Client\Model\ReportInput($day['report']));
    $status = (new OpenAPI\Client\Api\StopsApi($client, $settings))->getStop($id)->getStatus();
    if ($status !== 'completed') {
        throw new RuntimeException("Reported as done, but the stop is $status.");
    }
}
