// The fields that an import knows, and by which headers it recognizes them in five languages.
import type { CustomFieldDefinition } from '@routewright/contract'

export const importFields = [
  'external_id',
  'label',
  'address',
  'street',
  'house_number',
  'postal_code',
  'city',
  'country',
  'lat',
  'lng',
  'coordinates',
  'location_details',
  'time_windows',
  'window_from',
  'window_to',
  'duration',
  'type',
  'weight',
  'volume',
  'price',
  'reference_person',
  'phone',
  'email',
  'comments',
  'requires',
  'packages',
  'tasks',
  'client_external_id',
  'cluster',
] as const
export type ImportField = (typeof importFields)[number]

/** What a row of a past day says beside its stop. */
export const pastFields = ['date', 'vehicle', 'position', 'done_at'] as const
export type PastField = (typeof pastFields)[number]
export type RowField = ImportField | PastField

/** Stops for a plan, or days that were driven. */
export type Purpose = 'plan' | 'past'

/**
 * A column is one of the fields, a custom field that the project has (`custom:` and its name), one under the column's own
 * header, or left out.
 */
export type ColumnTarget = RowField | `custom:${string}` | 'custom' | 'ignore'

/** The project's definition that a column is to be read as. */
export function definitionOf(
  target: ColumnTarget,
  definitions: readonly CustomFieldDefinition[],
): CustomFieldDefinition | undefined {
  return definitions.find(({ name }) => target === `custom:${name}`)
}

/** Headers as `simplified` writes them. The first are those of our own template and exports. */
const headers: Record<ImportField, string> = {
  external_id:
    'external id|id externo|reference|reference externe|externe id|externalid|order id|order number|order|order no|pedido|numero de pedido|n pedido|numero pedido|commande|numero de commande|n commande|auftrag|auftragsnummer|bestellnummer|bestellung|encomenda|referencia|referenz|ref|id pedido|id',
  label:
    'name|nombre|nom|nome|label|customer|cliente|client|kunde|kundenname|customer name|recipient|destinatario|destinataire|empfanger|company|empresa|firma|entreprise|title',
  address:
    'address|direccion|adresse|endereco|full address|direccion completa|adresse complete|anschrift|lieferadresse|delivery address|direccion de entrega|adresse de livraison|location|morada|domicilio',
  street: 'street|calle|rue|strasse|rua|street name|address 1|address line 1|via|avenida',
  house_number: 'house number|house no|numero|number|hausnummer|hausnr|no|nr|num|numero de casa|numero casa',
  postal_code: 'postal code|codigo postal|code postal|postleitzahl|zip|zip code|postcode|plz|cp|cep',
  city: 'city|ciudad|ville|ort|cidade|town|stadt|localidad|poblacion|localite|localidade|municipio',
  country: 'country|pais|pays|land|country code',
  lat: 'latitude|latitud|breitengrad|lat|y',
  lng: 'longitude|longitud|langengrad|lng|lon|long|x',
  coordinates: 'coordinates|coordenadas|coordonnees|koordinaten|lat lng|latlng|lat long|gps|position',
  location_details:
    'address details|detalles de la direccion|complement d adresse|adresszusatz|complemento|pormenores do local|address 2|address line 2|floor|piso|etage|puerta|apartment|door|stockwerk|andar',
  time_windows:
    'time windows|franjas horarias|creneaux horaires|zeitfenster|janelas horarias|janela horaria|janelas de horario|time window|franja horaria|creneau horaire|creneau|horario|horaire|opening hours|janela de horario|delivery window|hours|zeit|zeiten|uhrzeit|lieferzeit|wunschzeit|offnungszeiten|time|hora|horas|heure|heures|horarios',
  window_from:
    'from|desde|de|von|ab|time from|start time|hora inicio|hora desde|heure debut|window start|earliest|hora inicial|inicio|start|debut',
  window_to:
    'to|until|hasta|a|bis|time to|end time|hora fin|hora hasta|heure fin|window end|latest|hora final|fin|end|ate',
  duration:
    'duration min|duracion min|duree min|dauer min|duracao min|duration|duracion|duree|dauer|duracao|service time|tiempo de servicio|temps de service|servicezeit|minutes|minutos|tempo de servico|stop time',
  type: 'type|tipo|art|stop type|tipo de parada|tipo de paragem',
  weight: 'weight kg|peso kg|poids kg|gewicht kg|weight|peso|poids|gewicht|kg|kilos',
  volume: 'volume m|volumen m|volume|volumen|m|m3|volume m3|volumen m3|cbm',
  price: 'price|precio|prix|preis|preco|amount|importe|montant|betrag|valor|value',
  reference_person:
    'contact|contacto|ansprechperson|contato|contact person|persona de contacto|personne a contacter|ansprechpartner|attention|att',
  phone:
    'phone|telefono|telephone|telefon|telefone|mobile|movil|portable|handy|phone number|tel|celular|telemovel|natel|handynummer',
  email: 'e mail|correo electronico|email|mail|correo|courriel|e mail address',
  comments:
    'comments|comentarios|commentaires|bemerkungen|notes|notas|remarques|notizen|hinweise|instructions|instrucciones|consignes|observaciones|observacoes|comment|comentario|bemerkung|note|anmerkung',
  requires:
    'skills|requisitos|competences|anforderungen|required skills|habilidades|competencias|requires|eignung|requirements',
  packages:
    'parcels|paquetes|colis|pakete|pacotes|packages|barcode|barcodes|parcel|paquete|paket|tracking number|sendungsnummer|bultos|codigo de barras|volumes',
  tasks: 'tasks|tareas|taches|aufgaben|tarefas|task|tarea|tache|aufgabe|tarefa|to do|todo|checklist',
  client_external_id:
    'client id|id de cliente|ref client|kundennummer|id do cliente|customer id|customer number|numero de cliente|numero client|kundennr|debitor',
  cluster: 'cluster|grupo|groupe|gruppe|group',
}

const pastHeaders: Record<PastField, string> = {
  date: 'date|datum|fecha|data|day|tag|dia|jour|delivery date|lieferdatum|liefertag|tourdatum|fecha de entrega|fecha entrega|date de livraison|data de entrega|service date|route date|execution date',
  vehicle:
    'vehicle|fahrzeug|vehicule|vehiculo|veiculo|van|truck|car|driver|driver name|courier|route|tour|plate|wagen|lkw|fahrer|fahrername|kennzeichen|kurier|furgoneta|camion|conductor|chofer|repartidor|ruta|matricula|camionnette|chauffeur|livreur|conducteur|tournee|immatriculation|carrinha|camiao|motorista|condutor|estafeta|rota',
  position:
    'position|reihenfolge|posicion|posicao|stop number|stop no|stop nr|sequence|seq|order of stops|stop order|stop sequence|stoppnummer|stopp nr|lfd nr|orden|orden de paradas|secuencia|n parada|ordre|ordre des arrets|n arret|rang|ordem|ordem das paragens|sequencia|n paragem',
  done_at:
    'finished at|beendet um|termine a|finalizada|concluida em|done at|delivered at|completed at|delivery time|time|time done|arrival|arrival time|actual arrival|timestamp|erledigt um|zugestellt um|zugestellt am|geliefert um|uhrzeit|zeit|zeitpunkt|zeitstempel|ankunft|ankunftszeit|lieferzeit|entregado|entregado a las|hora|hora de entrega|hora entrega|llegada|hora de llegada|heure|heure de livraison|heure d arrivee|arrivee|livre a|entregue as|chegada|hora de chegada',
}

/** Of the fields of a stop, those that count for a day that is over. */
const fieldsOfPast = [
  ...(['label', 'address', 'street', 'house_number', 'postal_code', 'city', 'country', 'lat', 'lng'] as const),
  ...(['coordinates', 'time_windows', 'window_from', 'window_to', 'duration', 'weight', 'volume'] as const),
]

/** What a column may be for this purpose. */
export const fieldsFor: Record<Purpose, readonly RowField[]> = {
  plan: importFields,
  past: [...pastFields, ...fieldsOfPast],
}

type Headers = ReadonlyMap<string, RowField>

function named<Field extends RowField>(list: string, field: Field): [string, Field][] {
  return list.split('|').map((header) => [header, field])
}

// Where two fields share a header the rarer one gives way.
const planHeaders: Headers = new Map<string, RowField>([
  ...importFields.flatMap((field) => named(headers[field], field)),
  ['volumes', 'packages'],
  ['cliente', 'label'],
  ['client', 'label'],
])
const headersFor: Record<Purpose, Headers> = {
  plan: planHeaders,
  past: new Map<string, RowField>([
    ...[...planHeaders].filter(([, field]) => fieldsFor.past.includes(field)),
    ...pastFields.flatMap((field) => named(pastHeaders[field], field)),
  ]),
}

/** Lower case, without accents, units in brackets and punctuation. */
export function simplified(header: string): string {
  return header
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** They say something only alone: an arrival time is no window. */
const aloneOnly = new Set(['time', 'zeit', 'zeiten', 'uhrzeit', 'hora', 'horas', 'heure', 'heures'])

/** The field that a header is usually the name of. */
function guessField(header: string, headers: Headers): RowField | undefined {
  const name = simplified(header)
  if (name === '') return undefined
  const exact = headers.get(name)
  if (exact) return exact
  let best: { field: RowField; length: number } | undefined
  for (const [known, field] of headers) {
    // A longer header that holds a known one as whole words: "customer phone number".
    if (
      known.length >= 4 &&
      !aloneOnly.has(known) &&
      ` ${name} `.includes(` ${known} `) &&
      known.length > (best?.length ?? 0)
    ) {
      best = { field, length: known.length }
    }
  }
  return best?.field
}

/** What was chosen for a header before counts, then the guess; no field twice. */
export function guessColumns(
  names: readonly string[],
  remembered: Record<string, ColumnTarget>,
  definitions: readonly CustomFieldDefinition[] = [],
  purpose: Purpose = 'plan',
): ColumnTarget[] {
  const headers = headersFor[purpose]
  const taken = new Set<ColumnTarget>()
  const take = (target: ColumnTarget | undefined) => {
    if (target === undefined || (target !== 'ignore' && target !== 'custom' && taken.has(target))) return undefined
    taken.add(target)
    return target
  }
  const own = new Map(
    definitions.flatMap(({ name, label }) =>
      [name, label ?? ''].map((word) => [simplified(word), `custom:${name}` as const] as const),
    ),
  )
  own.delete('')
  const isThere = (target: ColumnTarget | undefined) =>
    !target?.startsWith('custom:') || definitionOf(target, definitions) !== undefined
  const targets = names.map((name) => {
    const before = remembered[simplified(name)]
    return take((isThere(before) ? before : undefined) ?? own.get(simplified(name)))
  })
  for (const [index, name] of names.entries()) {
    const exact = headers.get(simplified(name))
    if (targets[index] === undefined && exact) targets[index] = take(exact)
  }
  const guessed = targets.map((target, index) => target ?? take(guessField(names[index]!, headers)) ?? 'ignore')
  return guessed.map((target, index) => (target === 'house_number' && isOrderNumber(index) ? orderNumber() : target))

  /** "Nr." beside whole addresses counts the orders; house numbers stand beside streets, or where towns have a column of their own. */
  function isOrderNumber(index: number): boolean {
    const isShort = shortNumbers.has(simplified(names[index]!)) && remembered[simplified(names[index]!)] === undefined
    return (
      isShort && taken.has('address') && !(['street', 'postal_code', 'city'] as const).some((one) => taken.has(one))
    )
  }

  function orderNumber(): ColumnTarget {
    return take('external_id') ?? 'ignore'
  }
}

const shortNumbers = new Set(['numero', 'number', 'no', 'nr', 'num'])

/** Title rows that stand above the names at most. */
const headerSearched = 20

/**
 * The row that is made of names rather than of data: the first with two known names that are half of its cells, so that
 * title rows are skipped; else the first of all with any known name.
 */
export function findHeaderRow(cells: readonly (readonly string[])[], purpose: Purpose = 'plan'): number | undefined {
  const headers = headersFor[purpose]
  const counted = cells.slice(0, headerSearched).map((line) => {
    const filled = line.filter((cell) => cell.trim() !== '')
    const hasNumbers = filled.some((cell) => /^[\d.,:+\s-]+$/.test(cell))
    const known = hasNumbers ? 0 : filled.filter((cell) => guessField(cell, headers) !== undefined).length
    return { known, filled: filled.length }
  })
  const row = counted.findIndex(({ known, filled }) => known > 1 && known * 2 >= filled)
  if (row >= 0) return row
  return (counted[0]?.known ?? 0) > 0 ? 0 : undefined
}

const storageKeys: Record<Purpose, string> = {
  plan: 'routewright.import-columns',
  past: 'routewright.past-columns',
}

export function readRememberedColumns(purpose: Purpose): Record<string, ColumnTarget> {
  try {
    return JSON.parse(localStorage.getItem(storageKeys[purpose]) ?? '{}') as Record<string, ColumnTarget>
  } catch {
    return {}
  }
}

export function rememberColumns(purpose: Purpose, names: readonly string[], targets: readonly ColumnTarget[]): void {
  const chosen = names
    .map((name, index) => [simplified(name), targets[index]!] as const)
    .filter(([name]) => name !== '')
  const all = { ...readRememberedColumns(purpose), ...Object.fromEntries(chosen) }
  try {
    localStorage.setItem(storageKeys[purpose], JSON.stringify(all))
  } catch {
    // A browser that keeps nothing guesses again next time.
  }
}
