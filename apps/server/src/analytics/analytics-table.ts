// Figures as a table with headers in the language of its readers.
import type { Analytics, AnalyticsFigures } from '@routewright/contract'
import type { LanguageCode } from '../platform/languages.ts'
import type { Cell, Table } from '../platform/table-file.ts'

/** In the order of `rowOf`; {unit} is km or mi. */
const headers: Record<LanguageCode, readonly string[]> = {
  en: [
    'Stops',
    'Completed',
    'Incomplete',
    'Canceled',
    'Pending',
    'On time (%)',
    'First attempt (%)',
    'Routes',
    'Finished routes',
    'Planned distance ({unit})',
    'Driven distance ({unit})',
    'Planned hours',
    'Driven hours',
    'Delay (min)',
    'Time at stop (min)',
    'Rating',
    'Ratings',
  ],
  es: [
    'Paradas',
    'Completadas',
    'Incompletas',
    'Canceladas',
    'Pendientes',
    'A tiempo (%)',
    'Primer intento (%)',
    'Rutas',
    'Rutas terminadas',
    'Distancia prevista ({unit})',
    'Distancia recorrida ({unit})',
    'Horas previstas',
    'Horas reales',
    'Retraso (min)',
    'Tiempo en parada (min)',
    'Valoración',
    'Valoraciones',
  ],
  fr: [
    'Arrêts',
    'Effectués',
    'Incomplets',
    'Annulés',
    'En attente',
    'À l’heure (%)',
    'Première tentative (%)',
    'Tournées',
    'Tournées terminées',
    'Distance prévue ({unit})',
    'Distance parcourue ({unit})',
    'Heures prévues',
    'Heures réelles',
    'Retard (min)',
    'Temps à l’arrêt (min)',
    'Note',
    'Avis',
  ],
  de: [
    'Stopps',
    'Erledigt',
    'Unvollständig',
    'Storniert',
    'Offen',
    'Pünktlich (%)',
    'Erster Versuch (%)',
    'Touren',
    'Beendete Touren',
    'Geplante Strecke ({unit})',
    'Gefahrene Strecke ({unit})',
    'Geplante Stunden',
    'Gefahrene Stunden',
    'Verspätung (Min.)',
    'Zeit am Stopp (Min.)',
    'Bewertung',
    'Bewertungen',
  ],
  pt: [
    'Paradas',
    'Concluídas',
    'Incompletas',
    'Canceladas',
    'Pendentes',
    'No horário (%)',
    'Primeira tentativa (%)',
    'Rotas',
    'Rotas terminadas',
    'Distância prevista ({unit})',
    'Distância percorrida ({unit})',
    'Horas previstas',
    'Horas reais',
    'Atraso (min)',
    'Tempo na parada (min)',
    'Avaliação',
    'Avaliações',
  ],
}

const groupHeaders: Record<LanguageCode, Record<'day' | 'vehicle' | 'project' | 'none', string>> = {
  en: { day: 'Date', vehicle: 'Vehicle', project: 'Project', none: 'No vehicle' },
  es: { day: 'Fecha', vehicle: 'Vehículo', project: 'Proyecto', none: 'Sin vehículo' },
  fr: { day: 'Date', vehicle: 'Véhicule', project: 'Projet', none: 'Sans véhicule' },
  de: { day: 'Datum', vehicle: 'Fahrzeug', project: 'Projekt', none: 'Ohne Fahrzeug' },
  pt: { day: 'Data', vehicle: 'Veículo', project: 'Projeto', none: 'Sem veículo' },
}

const metersPerMile = 1_609.344

export function analyticsTable(
  analytics: Analytics,
  by: 'day' | 'vehicle' | 'project',
  language: LanguageCode,
  isImperial: boolean,
): Table {
  const words = groupHeaders[language]
  const unit = isImperial ? 'mi' : 'km'
  const metersPerUnit = isImperial ? metersPerMile : 1_000
  const groups: readonly (readonly [string, AnalyticsFigures])[] = {
    day: analytics.days.map((day) => [day.date, day] as const),
    vehicle: analytics.vehicles.map((vehicle) => [vehicle.label ?? vehicle.vehicle_id ?? words.none, vehicle] as const),
    project: analytics.projects.map((project) => [project.label, project] as const),
  }[by]
  return {
    name: `${words[by]} ${groups[0]?.[0] ?? ''}`.trim(),
    columns: [
      { title: words[by], kind: by === 'day' ? 'date' : 'text' },
      ...headers[language].map((title) => ({ title: title.replace('{unit}', unit), kind: 'number' as const })),
    ],
    batches: [groups.map(([name, figures]) => [name, ...rowOf(figures, metersPerUnit)])],
  }
}

function rowOf(figures: AnalyticsFigures, metersPerUnit: number): Cell[] {
  return [
    figures.total_stops,
    figures.completed_stops,
    figures.incomplete_stops,
    figures.canceled_stops,
    figures.pending_stops,
    percent(figures.on_time_stops, figures.timed_stops),
    percent(figures.first_attempt_stops, figures.attempted_stops),
    figures.total_routes,
    figures.finished_routes,
    rounded(figures.planned_distance / metersPerUnit),
    rounded(figures.driven_distance / metersPerUnit),
    rounded(figures.planned_time / 3_600),
    rounded(figures.driven_time / 3_600),
    figures.average_delay === undefined ? null : rounded(figures.average_delay / 60),
    figures.average_time_in_stop === undefined ? null : rounded(figures.average_time_in_stop / 60),
    figures.average_rating === undefined ? null : rounded(figures.average_rating),
    figures.ratings,
  ]
}

/** One decimal; nothing where there is nothing to be a part of. */
function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1_000) / 10
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
