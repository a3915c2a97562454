// One address per line as people write it in its country, with the address on the map that is meant.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writePbf } from '../../test/pbf-writer.ts'
import { AddressIndex } from './address-index.ts'
import { buildAddressData } from './build-address-index.ts'
import { searchAddresses } from './search-addresses.ts'
import { removeUnits } from './units.ts'

/** Street, number, postcode, town, country. */
const map = [
  'North Main Street|1042|62701|Springfield|US',
  'South Main Street|1044|62701|Springfield|US',
  'Saint James Street|12|62701|Springfield|US',
  '109th Avenue|203-06|11412|Queens Village|US',
  '109th Avenue|86-91|11412|Queens Village|US',
  '109th Avenue|203-14|11412|Queens Village|US',
  '109th Street|203-06|11412|Queens Village|US',
  '5th Avenue|819|11412|Queens Village|US',
  'Northwest 23rd Street|14866|62704|Springfield|US',
  'First Avenue|20|62704|Springfield|US',
  'King Street West|9|K7L 2Z4|Kingston|CA',
  'Boulevard René-Lévesque Ouest|350|G1R 2J7|Québec|CA',
  'St Mary’s Road|7|SW1A 2AA|London|GB',
  'Albert Terrace|3A|NE1 4ST|Newcastle upon Tyne|GB',
  "O'Connell Street Lower|41|D01 AF30|Dublin|IE",
  'Dr.-Karl-Renner-Straße|5|80331|München|DE',
  'Straße des 17. Juni|135|10623|Berlin|DE',
  'Landstraßer Hauptstraße|17|1030|Wien|AT',
  'Viale Stazione|2|6900|Lugano|CH',
  'Rue du Docteur Roux|25 bis|75015|Paris|FR',
  'Rue du 8 Mai 1945|12|42000|Saint-Étienne|FR',
  'Calle de Santa María|14|28001|Madrid|ES',
  'Paseo de la Castellana|30|28001|Madrid|ES',
  'Rua Doutor António José de Almeida|112|4000-447|Porto|PT',
  'Avenida Paulista|1578|01310-100|São Paulo|BR',
  'Rua Quinze de Novembro|60|01310-200|São Paulo|BR',
  'Corso Vittorio Emanuele II|8|00186|Roma|IT',
  'Via XX Settembre|40|00186|Roma|IT',
  'Burgemeester de Vlugtlaan|125|1063 BJ|Amsterdam|NL',
  'Kerkstraat|12-H|1017 GL|Amsterdam|NL',
  'Rue Neuve - Nieuwstraat|111|1000|Bruxelles - Brussel|BE',
  'Generała Józefa Bema|87|01-233|Warszawa|PL',
  'Świętego Jana|4|90-001|Łódź|PL',
  'Kungsgatan|44|111 35|Stockholm|SE',
  'Håkons gate|6|6002|Ålesund|NO',
  'Store Kongensgade|68|1264|København K|DK',
  'Mannerheimintie|5|00100|Helsinki|FI',
  'Carrera 7|71-21|110231|Bogotá|CO',
  'Calle 100|19-61|110121|Bogotá|CO',
  'Yeronga Street|44|4104|Brisbane|AU',
  'Yeronga Street|5|4104|Brisbane|AU',
  'Prinzersdorfer Straße|5|1140|Wien|AT',
  'Prinzersdorfer Straße|44|1140|Wien|AT',
  'D3|4|68159|Mannheim|DE',
  'Rue Anatole France|4|22000|Saint-Brieuc|FR',
  'Rue du Canada|7|22000|Saint-Brieuc|FR',
  'Route de Saint-Martin|24|22000|Saint-Brieuc|FR',
  'Rue Pierre Loti|9|22000|Saint-Brieuc|FR',
  'Rue du Salat|3|22000|Saint-Brieuc|FR',
  'Rue du Lot|5|22000|Saint-Brieuc|FR',
  'Unity Street|8|BS1 5HH|Bristol|GB',
  'Via della Scala|10|50123|Firenze|IT',
  'Avenida Juárez|45|06050|Ciudad de México|MX',
  'Mahatma Gandhi Road|12-4-56|500003|Hyderabad|IN',
  'Boulevard de Ker Pompom|6|35800|Dinard|FR',
  'Rue Georges Pompidou|12|45000|Orléans|FR',
  'Avenue John F. Kennedy|6|45000|Orléans|FR',
  'Rue Normandie Maine|11|53370|Gesvres|FR',
  'Rue Normandie Maine|11 bis|53370|Gesvres|FR',
  'Drottninggatan|3|111 51|Stockholm|SE',
  'Václavské náměstí|12|110 00|Praha|CZ',
  'Via Quattro Novembre|8|00187|Roma|IT',
].map((line) => line.split('|') as [string, string, string, string, string])

const written: [country: string, text: string, expected: string][] = [
  ['US', '1042 N Main St, Springfield, IL 62701', 'North Main Street 1042'],
  ['US', '1042 Main Street, Springfield IL', 'North Main Street 1042'],
  ['US', '12 St James St, Springfield', 'Saint James Street 12'],
  ['US', '203-06 109 Ave', '109th Avenue 203-06'],
  ['US', '20306 109th Avenue, Queens Village NY 11412-1234', '109th Avenue 203-06'],
  ['US', '203-06 109th St, Queens Vlg. NY', '109th Street 203-06'],
  ['US', '819 Fifth Ave, Queens Village', '5th Avenue 819'],
  ['US', '14866 NW 23rd St, Springfield, IL', 'Northwest 23rd Street 14866'],
  ['US', '20 1st Ave Apt 4B, Springfield', 'First Avenue 20'],
  ['US', '14866 NW 23rd St Suite 200, Springfield 99999', 'Northwest 23rd Street 14866'],
  ['CA', '9 King St W, Kingston ON K7L', 'King Street West 9'],
  ['CA', '350 Boul. René-Lévesque O, Québec G1R2J7', 'Boulevard René-Lévesque Ouest 350'],
  ['GB', "Flat 3, 7 Saint Mary's Rd, London SW1A", 'St Mary’s Road 7'],
  ['GB', '3a Albert Terr., Newcastle', 'Albert Terrace 3A'],
  ['IE', '41 O Connell St Lwr, Dublin D01', "O'Connell Street Lower 41"],
  ['DE', 'Doktor-Karl-Renner-Str. 5, 3. OG, Munich', 'Dr.-Karl-Renner-Straße 5'],
  ['DE', 'Str. des 17. Juni 135, D-10623 Berlin', 'Straße des 17. Juni 135'],
  ['AT', 'Landstr. Hauptstr. 17/3/14, 1030 Vienna', 'Landstraßer Hauptstraße 17'],
  ['CH', 'V.le Stazione 2, CH-6900 Lugano', 'Viale Stazione 2'],
  ['FR', '25bis, r. du Dr Roux, 75015 Paris CEDEX', 'Rue du Docteur Roux 25 bis'],
  ['FR', '12 rue du 8 mai 1945, Bât. B, St Etienne', 'Rue du 8 Mai 1945 12'],
  ['ES', 'C/ de Sta. María, 14, 2º B, 28001 Madrid', 'Calle de Santa María 14'],
  ['ES', 'Pº de la Castellana 30, Madrid', 'Paseo de la Castellana 30'],
  ['PT', 'R. Dr. António José de Almeida 112, 3º Esq., 4000 Porto', 'Rua Doutor António José de Almeida 112'],
  ['BR', 'Av. Paulista, 1578, apto 42 - São Paulo - SP, 01310-100', 'Avenida Paulista 1578'],
  ['BR', 'Rua 15 de Novembro, 60, Sao Paulo', 'Rua Quinze de Novembro 60'],
  ['IT', 'C.so Vittorio Emanuele 2, 8, Roma', 'Corso Vittorio Emanuele II 8'],
  ['IT', 'V. 20 Settembre 40, Rome', 'Via XX Settembre 40'],
  ['NL', 'Burg. de Vlugtln. 125, 1063BJ Amsterdam', 'Burgemeester de Vlugtlaan 125'],
  ['NL', 'Kerkstr. 12H, Amsterdam', 'Kerkstraat 12-H'],
  ['BE', 'Nieuwstr. 111 bus 3, 1000 Brussels', 'Rue Neuve - Nieuwstraat 111'],
  ['PL', 'ul. Gen. J. Bema 87 m. 4, 01-233 Warsaw', 'Generała Józefa Bema 87'],
  ['PL', 'Sw. Jana 4/7, Lodz', 'Świętego Jana 4'],
  ['SE', 'Kungsg. 44, lgh 1102, 11135 Stockholm', 'Kungsgatan 44'],
  ['NO', 'Haakons gt. 6 H0203, Aalesund', 'Håkons gate 6'],
  ['DK', 'St. Kongensg. 68, 2. th, København', 'Store Kongensgade 68'],
  ['FI', 'Mannerheimintie 5 A 12, Helsingfors', 'Mannerheimintie 5'],
  ['FI', 'Маннергейминтие 5, Хельсинки', 'Mannerheimintie 5'],
  ['CO', 'Carrera 7 # 71-21, Bogotá', 'Carrera 7 71-21'],
  ['CO', 'KR 7 # 71 - 21', 'Carrera 7 71-21'],
  ['CO', 'Calle 100 #19-61 oficina 502, Bogotá', 'Calle 100 19-61'],
  ['MX', 'Av. Juárez #45, Ciudad de México', 'Avenida Juárez 45'],
  ['AU', '5/44 Yeronga St, Brisbane QLD 4104, Australia', 'Yeronga Street 44'],
  ['AT', 'Prinzersdorfer Str. 5/44, 1140 Wien', 'Prinzersdorfer Straße 5'],
  ['DE', 'Mannheim, D3 4', 'D3 4'],
  ['DE', 'D 3, 4, 68159 Mannheim', 'D3 4'],
  ['FR', '4 Rue Anatole France', 'Rue Anatole France 4'],
  ['FR', '4 Rue Anatole France, 22000 Saint-Brieuc, France', 'Rue Anatole France 4'],
  ['FR', '7 Rue du Canada', 'Rue du Canada 7'],
  ['FR', '24 Route de Saint-Martin', 'Route de Saint-Martin 24'],
  ['FR', '9 Rue Pierre Loti 22000', 'Rue Pierre Loti 9'],
  ['FR', '3 Rue du Salat, Saint-Brieuc', 'Rue du Salat 3'],
  ['FR', '5 Rue du Lot, 22000', 'Rue du Lot 5'],
  ['FR', 'Rue du Lot 5, Saint-Brieuc', 'Rue du Lot 5'],
  ['GB', '8 Unity Street, Bristol', 'Unity Street 8'],
  ['IT', 'Via della Scala 10, Firenze', 'Via della Scala 10'],
  ['IT', 'Via della Scala 10, scala B, 50123 Firenze', 'Via della Scala 10'],
  ['IT', 'V. IV Novembre 8, Roma', 'Via Quattro Novembre 8'],
  ['IN', 'H.No. 12-4-56, M G Road, Hyderabad 500003', 'Mahatma Gandhi Road 12-4-56'],
  ['FR', '6 ker ponpon 35800dinard', 'Boulevard de Ker Pompom 6'],
  ['FR', '12 rue ponpidou orléans', 'Rue Georges Pompidou 12'],
  ['FR', '6 av JF Kennedy, Orléans', 'Avenue John F. Kennedy 6'],
  ['SE', 'Drottningg. 3, Sthlm', 'Drottninggatan 3'],
  ['CZ', 'Václavské nám. 12, Praha', 'Václavské náměstí 12'],
]

const otherNames: Record<string, string> = {
  München: 'Munich',
  Wien: 'Vienna',
  Roma: 'Rome',
  'Bruxelles - Brussel': 'Brussels',
  Warszawa: 'Warsaw',
  'København K': 'København',
  Helsinki: 'Helsingfors',
}

const folder = mkdtempSync(join(tmpdir(), 'roads-written-'))
afterAll(() => rmSync(folder, { recursive: true }))
let index: AddressIndex
beforeAll(() => {
  const towns = new Map<string, number>()
  const nodes = map.map(([street, number, postcode, city, country], at) => {
    const row = towns.get(city) ?? towns.size
    towns.set(city, row)
    const place = { id: at + 1, lat: 30 + row, lng: 5 + at * 0.001 }
    const address = { 'addr:street': street, 'addr:housenumber': number, 'addr:postcode': postcode, 'addr:city': city }
    return { ...place, tags: { ...address, 'addr:country': country } }
  })
  const places = Object.entries(otherNames).map(([name, other], at) => {
    const tags = { place: 'city', name, 'name:en': other }
    return { id: 1_000 + at, lat: 30 + towns.get(name)!, lng: 5.2, tags }
  })
  const file = join(folder, 'written.osm.pbf')
  writeFileSync(file, writePbf({ nodes: [...nodes, ...places], ways: [] }))
  index = new AddressIndex(buildAddressData([file]))
})

const getName = (text: string) => {
  const [hit] = searchAddresses(index, { text })
  return hit ? `${hit.street} ${hit.houseNumber}` : 'nothing'
}

describe('addresses as people write them', () => {
  it.each(written)('%s: %s', (_country, text, expected) => {
    expect(getName(text)).toBe(expected)
    expect(searchAddresses(index, { text })[0]!.score).toBeGreaterThan(0.6)
  })

  it.each(['11 ter Rue Normandie Maine, Gesvres', '42 A Yeronga Street, Brisbane', '3a Rue du Salat, Saint-Brieuc'])(
    'is not sure of a house without the letter: %s',
    (text) => {
      expect(searchAddresses(index, { text })[0]).toMatchObject({ isPartial: true })
    },
  )

  it.each([
    ['Zyrkomantel de Ker Pompom 6, 35800 Dinard', 'a word before a part of a name'],
    ['Vieille Rue du Lot 5, 22000 Saint-Brieuc', 'a longer name'],
    ['Rue Pierre Lotti 9, Bristol', 'another town'],
  ])('is not sure of %s: %s', (text) => {
    const [hit] = searchAddresses(index, { text })
    expect(hit?.isPartial === true || (hit?.score ?? 0) < 0.75).toBe(true)
  })

  it.each([
    '88 109th Avenue, Queens Village',
    '203-06 110th Avenue, Queens Village',
    '203-99 109th Avenue, Queens Village',
    '1042 N Elm St, Springfield',
  ])('does not claim what is not there: %s', (text) => {
    expect(searchAddresses(index, { text })[0]?.score ?? 0).toBeLessThanOrEqual(0.6)
  })
})

describe('what says nothing about the house', () => {
  it.each([
    ['12 High Street, Flat 3, London', '12 High Street, London'],
    ['Hauptstr. 5, 3. Stock, München', 'Hauptstr. 5, München'],
    ['12 Rue Neuve, 2e étage, appt 4, Lyon', '12 Rue Neuve, Lyon'],
    ['211-35 99th Avenue', '211-35 99th Avenue'],
    ['Floor Street 5', 'Floor Street 5'],
    ['9 Rue Pierre Loti 22000', '9 Rue Pierre Loti 22000'],
    ['Unity 4, Bristol', 'Unity 4, Bristol'],
    ['12 High Street, Flat No. 302, London', '12 High Street, London'],
    ['12 High Street #4, London', '12 High Street, London'],
    ['c/o Meier, Ringweg 4', 'Ringweg 4'],
  ])('%s', (text, left) => {
    const tidy = removeUnits(text)
      .text.replace(/\s+/g, ' ')
      .replace(/( ?,)+/g, ',')
      .replace(/^[ ,]+/, '')
      .trim()
    expect([tidy, removeUnits(text).hasBox]).toEqual([left, false])
  })

  it.each([
    'P.O. Box 12, Springfield',
    'Postfach 12 34, 80331 München',
    'BP 45, 75001 Paris',
    'Box 123, 111 20 Stockholm',
  ])('a post-office box: %s', (text) => {
    expect(removeUnits(text).hasBox).toBe(true)
  })
})
