// Tables as people make them: titles above, grouped headings, sums below, unbalanced quotes.
import { describe, expect, test } from 'vitest'
import { collectDoubts, collectFaults, readFile } from '../test/read-file.ts'
import { leaveContinued } from './continued-rows.ts'
import { guessColumns } from './headings.ts'

describe('headings with the one whom they are about', () => {
  test.each([
    ['Recipient Name;Recipient Address;Recipient Phone;Recipient Email', 'label;address;phone;email'],
    ['Customer;Customer Address;Customer Phone;Customer Email', 'label;address;phone;email'],
    [
      'Empfänger;Empfänger Straße;Empfänger PLZ;Empfänger Ort;Empfänger Telefon;Empfänger E-Mail',
      'label;street;postal_code;city;phone;email',
    ],
    ['Kunde;Kunde Adresse;Kunde PLZ;Kunde Ort;Kunde Tel;Kunde Mail', 'label;address;postal_code;city;phone;email'],
    ['Nom du destinataire;Adresse du destinataire;Téléphone du client', 'label;address;phone'],
    ['PLZ/Ort;Straße', 'city;street'],
    ['Shipping Zip;Shipping City', 'postal_code;city'],
    ['CEP (envio)', 'postal_code'],
    ['GPS lat;GPS lon', 'lat;lng'],
    ['Time window start;Time window end', 'window_from;window_to'],
    ['Recipient_Phone;completeAfter;completeBefore', 'phone;window_from;window_to'],
    ['Auftragsnr.;Kolli', 'external_id;parcel_count'],
    ['Weight (lbs);Service time (sec)', 'weight;duration'],
    ['Gewicht (g);Dauer (h)', 'weight;duration'],
    ['Gewicht in t', 'weight'],
    // Columns of a sender, a payer or a pickup place are ignored.
    ['pickup.address;dropoff.address;pickup.phone;dropoff.phone', 'ignore;address;ignore;phone'],
    ['Sender Name;Sender Address;Recipient Name;Recipient Address', 'ignore;ignore;label;address'],
    ['Absender;Absender PLZ;Empfänger;Empfänger PLZ', 'ignore;ignore;label;postal_code'],
    ['Billing Name;Billing Zip;Shipping Name;Shipping Zip', 'ignore;ignore;label;postal_code'],
    ['Expéditeur;Adresse expéditeur;Destinataire;Adresse', 'ignore;ignore;label;address'],
    ['Address;Recipient Address', 'ignore;address'],
    // In further languages.
    [
      'Nome;Indirizzo;CAP;Città;Telefono;Peso (kg);Fascia oraria',
      'label;address;postal_code;city;phone;weight;time_windows',
    ],
    ['Naam;Straat;Huisnummer;Postcode;Plaats;Telefoonnummer', 'label;street;house_number;postal_code;city;phone'],
    ['Nazwa;Ulica;Nr domu;Kod pocztowy;Miasto;Waga', 'label;street;house_number;postal_code;city;weight'],
    ['Jméno;Ulice;PSČ;Město;Hmotnost (kg);Poznámka', 'label;street;postal_code;city;weight;comments'],
    ['Müşteri;Adres;Posta kodu;Şehir;Ağırlık', 'label;address;postal_code;city;weight'],
  ])('%s', (names, targets) => {
    expect(guessColumns({ names: names.split(';') })).toEqual(targets.split(';'))
  })

  test('a group of columns that is about the sender is left out as well', () => {
    expect(
      guessColumns({
        names: ['Name', 'Adresse', 'Name', 'Adresse'],
        groups: ['Absender', 'Absender', 'Empfänger', 'Empfänger'],
      }),
    ).toEqual(['ignore', 'ignore', 'label', 'address'])
  })

  test('parcels are counted or named by what their column holds', () => {
    const getTarget = (name: string, ...cells: string[]) =>
      guessColumns({ names: [name], samples: cells.map((cell) => [cell]) })[0]
    expect(getTarget('Parcels', '4', '1')).toBe('parcel_count')
    expect(getTarget('Colis', 'P-1', 'P-2')).toBe('packages')
    expect(getTarget('Bultos', '2', 'P-2')).toBe('packages')
    expect(getTarget('Barcode', '4', '1')).toBe('packages')
    expect(getTarget('Kolli', 'K-1', 'K-2')).toBe('packages')
  })
})

describe('rows that are no orders', () => {
  test('titles stand above, groups over the headings, and sums below', async () => {
    const { table, targets, rows } = await readFile(
      [
        'Lieferliste 24.12.;;;;',
        ';;;;',
        'Kunde;;Adresse;;Ware',
        'Nr.;Name;Straße;Ort;Gewicht (kg)',
        '1;Adler;Städtle 1;Vaduz;5',
        ';;;;',
        '2;Total;Städtle 2;Vaduz;3',
        'Nr.;Name;Straße;Ort;Gewicht (kg)',
        '3;Beck;Städtle 3;Vaduz;3',
        'Summe;;;;11',
      ].join('\n'),
    )
    expect(table.headingLine).toBe(4)
    expect(targets).toEqual(['house_number', 'label', 'street', 'city', 'weight'])
    expect(rows.map(({ line, stop }) => [line, stop.label])).toEqual([
      [5, 'Adler'],
      [7, 'Total'],
      [9, 'Beck'],
    ])
    expect(table.left.map(({ line, kind }) => [line, kind])).toEqual([
      [1, 'title'],
      [3, 'group'],
      [10, 'total'],
      [8, 'repeated'],
    ])
  })

  test.each(['Summe', 'Total', 'TOTAL 2', 'Итого', 'Gesamt:', 'Totale', 'Razem', 'Toplam'])(
    '%s is a sum',
    async (word) => {
      const { rows } = await readFile(`order;address;weight\n1;Städtle 1;5\n${word};;5`)
      expect(rows).toHaveLength(1)
    },
  )

  test('the lines are those of the file, also where a cell goes over several', async () => {
    const { rows } = await readFile('sep=;\norder;address;note\n1;Städtle 1;"ring\ntwice"\n\n2;Städtle 2;')
    expect(rows.map(({ line }) => line)).toEqual([3, 6])
  })
})

describe('text files', () => {
  test.each([
    ['order,address\n1,Städtle', 'comma'],
    ['order;address\r\n1;Städtle', 'semicolon'],
    ['order\taddress\n1\tStädtle', 'tab'],
    ['order|address\n1|Städtle', 'stroke'],
    ['\uFEFForder;address\n1;Städtle', 'semicolon with a mark'],
    ['sep=;\norder;address\n1;Städtle', 'named separator'],
    ['"sep=|"\norder|address\n1|Städtle', 'named separator in quotes'],
    ['order;address\n1;Städtle;', 'empty last cell'],
    ['Liste\n\norder;address\n1;Städtle', 'title above'],
  ])('%j: %s', async (text) => {
    const { rows } = await readFile(text)
    expect(rows.map(({ stop, address }) => [stop.external_id, address])).toEqual([['1', 'Städtle']])
  })

  test.each([
    ['2;"Adler" Gasthof;Städtle 2, Vaduz', '"Adler" Gasthof'],
    ['2;"Adler Gasthof;Städtle 2, Vaduz', '"Adler Gasthof'],
  ])('a stray quote in %s swallows nothing, and its line is told', async (row, label) => {
    const lines = ['ID;Name;Adresse', '1;Müller;Städtle 1, Vaduz', row, '3;Beck;Städtle 3, Vaduz', '4;"A; B";Städtle 4']
    const { file, rows } = await readFile(lines.join('\n'))
    expect(rows.map(({ stop }) => stop.label)).toEqual(['Müller', label, 'Beck', 'A; B'])
    expect(file.faults).toEqual([{ line: 3, kind: 'quote' }])
  })

  test('quotes that fit are no fault, whatever stands in them', async () => {
    const { file, rows } = await readFile('id;name\n1;"ring ""twice""; then\nwait"\n2;Jon')
    expect(rows.map(({ stop }) => stop.label)).toEqual(['ring "twice"; then\nwait', 'Jon'])
    expect(file.faults).toEqual([])
  })
})

test('what a spreadsheet cut is no telephone, no code and no number of an order', async () => {
  const file = await readFile('Order;Name;Adresse;Telefon;Barcode\n4,1E+10;A;Städtle 1;4,17912E+10;4,90123E+12')
  expect(collectFaults(file, file.rows[0]!)).toEqual({ external_id: 'damaged', phone: 'damaged', packages: 'damaged' })
  expect(file.rows[0]!.isEnough).toBe(false)
})

test('what may be meant otherwise is read, and told', async () => {
  const file = await readFile(
    'Order;Address;Date;Window;Weight;Coordinates;Parcels;Barcode\n1;Städtle 1;03/04/2026;9 - 5;1.250;"[9.52, 47.14]";2;X1',
    { setting: { language: 'en', timeZone: 'Europe/London' } },
  )
  expect(collectDoubts(file, file.rows[0]!)).toEqual({
    date: { kind: 'day_order' },
    time_windows: { kind: 'half_day' },
    weight: { kind: 'thousands' },
    coordinates: { kind: 'pair_order' },
    packages: { kind: 'fewer_codes' },
  })
  expect(file.rows[0]).toMatchObject({ past: { date: '2026-04-03' }, stop: { weight: 1.25 } })
})

test('rows that name their order once more, and nobody to go to, go on with it; others are rows of their own', async () => {
  const file = await readFile(
    'Name,Shipping Name,Shipping Street,Lineitem name\n#1,Ida,Städtle 1,Cheese\n#1,,,Bread\n#2,Jon,Städtle 2,Milk\n#2,Jon,Städtle 2,Eggs',
  )
  const { rows, left } = leaveContinued(file.table.rows, file.targets)
  expect(rows.map(({ line }) => line)).toEqual([2, 4, 5])
  expect(left).toEqual([{ line: 3, kind: 'continued', text: '#1' }])
})
