// Forms of addresses, country by country: towns, streets as the map names them, common abbreviations, and additions after the number. One
// long file, because it is a list that is read country by country. The names are usual ones of their country; which of them are together in
// a town is made up.

export interface WrittenParts {
  street: string
  number: string
  /** Empty when left out. */
  postcode: string
  city: string
}

export interface CountryForms {
  code: string
  name: string
  /** A town, its postcodes, and other names used for it. */
  towns: readonly [name: string, postcodes: readonly string[], otherNames?: readonly string[]][]
  streets: readonly string[]
  /** Common abbreviations: whole words, or endings of words when they begin with `-`. */
  short: Readonly<Record<string, string>>
  /** Flats, floors and the like, after the number; `{n}` is a small number. */
  units: readonly string[]
  /** After the town, before the postcode: `NY`. */
  region?: string
  /** Templates of a whole address; a part that is left out takes its comma along. */
  lines: readonly string[]
  /** House numbers, smallest and largest, and special forms of a few of them; `{n}` is the number. */
  numbers: { from: number; to: number; special?: readonly string[] }
}

const NUMBER_FIRST = ['{number} {street}, {city} {region} {postcode}', '{number} {street}, {city}, {region} {postcode}']
const NUMBER_BEHIND = ['{street} {number}, {postcode} {city}', '{postcode} {city}, {street} {number}']
const FRENCH = ['{number} {street}, {postcode} {city}', '{number}, {street}, {postcode} {city}']
const COMMA_BEHIND = ['{street}, {number}, {postcode} {city}', '{street} {number}, {postcode} {city}']

const american: CountryForms = {
  code: 'US',
  name: 'United States',
  towns: [
    ['Springfield', ['62701', '62704']],
    ['Saint Paul', ['55101', '55104'], ['St. Paul']],
    ['Fort Wayne', ['46802', '46805'], ['Ft. Wayne']],
    ['Cedar Rapids', ['52401', '52404']],
    ['Mount Vernon', ['10550', '10552'], ['Mt Vernon']],
  ],
  streets: [
    ...['North Main Street', 'South Main Street', 'Oak Avenue', 'Martin Luther King Junior Boulevard', '109th Avenue'],
    ...['Northwest 23rd Street', 'Lincoln Highway', 'Cherry Lane', 'Willow Court', 'Park Place', '5th Avenue'],
    ...['Saint James Street', 'Maple Drive', 'Sunset Parkway', 'East Washington Street', 'County Road 12', '93rd Road'],
    ...['West 42nd Street', 'Harbor View Terrace', 'Elm Street', '109th Street', 'Old Mill Road', 'Union Square'],
    ...['Southwest Alder Street', 'Green Circle', 'Mountain View Trail', 'State Route 7', 'Broadway', 'Fort Hill Road'],
  ],
  short: {
    Street: 'St',
    Avenue: 'Ave',
    Boulevard: 'Blvd',
    Road: 'Rd',
    Lane: 'Ln',
    Court: 'Ct',
    Drive: 'Dr',
    Place: 'Pl',
    Highway: 'Hwy',
    Parkway: 'Pkwy',
    Terrace: 'Ter',
    Square: 'Sq',
    Circle: 'Cir',
    Trail: 'Trl',
    County: 'Co',
    North: 'N',
    South: 'S',
    East: 'E',
    West: 'W',
    Northwest: 'NW',
    Southwest: 'SW',
    Junior: 'Jr',
    Saint: 'St',
    Fort: 'Ft',
    Mountain: 'Mtn',
    Route: 'Rte',
  },
  units: ['Apt {n}B', '# {n}', 'Suite {n}00', 'Unit {n}', 'Fl {n}'],
  region: 'IL',
  lines: NUMBER_FIRST,
  numbers: { from: 2, to: 14_999, special: ['{n}-0{s}', '{n}-1{s}', '{n}A'] },
}

const canadian: CountryForms = {
  code: 'CA',
  name: 'Canada',
  towns: [
    ['Kingston', ['K7L 2Z4', 'K7M 4Y3']],
    ['Sault Ste. Marie', ['P6A 5L2', 'P6B 3G7'], ['Sault Sainte Marie']],
    ['Trois-Rivières', ['G9A 1B2', 'G8Z 2C1']],
    ['Québec', ['G1R 2J7', 'G1K 3X2'], ['Quebec City']],
    ['St. Catharines', ['L2R 7K6', 'L2M 3V4'], ['Saint Catharines']],
  ],
  streets: [
    ...['King Street West', 'King Street East', 'Princess Street', 'Rue Saint-Jean', 'Chemin Sainte-Foy', 'Bay Street'],
    ...['Boulevard René-Lévesque Ouest', 'Rue des Forges', 'Queen Elizabeth Driveway', '4e Avenue', '10e Rue'],
    ...[
      'Great Northern Road',
      'Lakeshore Drive',
      'Avenue du Parc',
      'Glendale Avenue',
      '2nd Line West',
      'Maple Crescent',
    ],
    ...['Côte de la Montagne', 'Wellington Street', 'Niagara Street', 'Rue Notre-Dame Est', 'Mountain Road'],
  ],
  short: {
    Street: 'St',
    Avenue: 'Ave',
    Road: 'Rd',
    Drive: 'Dr',
    Crescent: 'Cres',
    Boulevard: 'Boul',
    Chemin: 'Ch',
    West: 'W',
    East: 'E',
    Ouest: 'O',
    Est: 'E',
    Saint: 'St',
    Sainte: 'Ste',
  },
  units: ['Unit {n}', 'Apt. {n}', 'app. {n}', 'Suite {n}01'],
  region: 'ON',
  lines: NUMBER_FIRST,
  numbers: { from: 1, to: 4_999, special: ['{n}A'] },
}

const british: CountryForms = {
  code: 'GB',
  name: 'United Kingdom',
  towns: [
    ['Kingston upon Thames', ['KT1 1EU', 'KT2 6ND'], ['Kingston-on-Thames']],
    ['St Albans', ['AL1 3JE', 'AL4 0QX'], ['Saint Albans']],
    ['Newcastle upon Tyne', ['NE1 4ST', 'NE6 5HL'], ['Newcastle']],
    ['Cardiff', ['CF10 1EP', 'CF24 3AA'], ['Caerdydd']],
    ['London', ['SW1A 2AA', 'N1 9GU', 'EC1V 9LT']],
  ],
  streets: [
    ...['High Street', 'Church Road', 'Station Road', 'Victoria Road', "St Mary's Road", 'The Crescent', 'Mill Lane'],
    ...["King's Road", 'Queensway', 'Park Avenue', 'Albert Terrace', 'Windsor Close', 'The Green', 'Manor Drive'],
    ...['Grosvenor Square', 'Bridge Street', 'Elm Grove', 'Castle Hill', 'Northumberland Avenue', 'Bishops Walk'],
    ...['Chapel Gardens', 'Saint John Street', 'Old Brewery Yard', 'Upper Richmond Road West', 'Rose Court'],
  ],
  short: {
    Street: 'St',
    Road: 'Rd',
    Lane: 'Ln',
    Avenue: 'Ave',
    Terrace: 'Terr',
    Close: 'Cl',
    Drive: 'Dr',
    Square: 'Sq',
    Crescent: 'Cres',
    Grove: 'Gr',
    Gardens: 'Gdns',
    Saint: 'St',
    Court: 'Ct',
    West: 'W',
    Upper: 'Upr',
  },
  units: ['Flat {n}', 'Unit {n}', 'Ground Floor', '{n}st Floor'],
  lines: ['{number} {street}, {city} {postcode}', '{number} {street}, {city}, {postcode}'],
  numbers: { from: 1, to: 190, special: ['{n}A', '{n}b'] },
}

const irish: CountryForms = {
  code: 'IE',
  name: 'Ireland',
  towns: [
    ['Dublin', ['D02 AF30', 'D08 X4H9'], ['Baile Átha Cliath', 'Dublin 2']],
    ['Cork', ['T12 W8K7', 'T23 E6TD'], ['Corcaigh']],
    ['Galway', ['H91 E9F3', 'H91 TX33'], ['Gaillimh']],
    ['Dún Laoghaire', ['A96 R8C4', 'A96 K2W3'], ['Dun Laoghaire']],
    ['Limerick', ['V94 T9PX', 'V94 E6D2'], ['Luimneach']],
  ],
  streets: [
    ...[
      "O'Connell Street",
      "Saint Stephen's Green",
      'Main Street',
      'Grafton Street Lower',
      'Dame Street',
      'Shop Street',
    ],
    ...[
      "Saint Patrick's Street",
      'Marine Road',
      'Eyre Square',
      'Merchants Quay',
      'Sandycove Avenue West',
      'Church Lane',
    ],
    ...['Mount Street Upper', 'Henry Street', 'Castle Drive', 'Oaklawn Crescent', 'Quay Street', 'Patrick Hill'],
  ],
  short: {
    Street: 'St',
    Road: 'Rd',
    Square: 'Sq',
    Avenue: 'Ave',
    Lane: 'Ln',
    Drive: 'Dr',
    Crescent: 'Cres',
    Saint: 'St',
    Lower: 'Lwr',
    Upper: 'Upr',
    West: 'W',
    Mount: 'Mt',
  },
  units: ['Apt {n}', 'Flat {n}', 'Unit {n}'],
  lines: ['{number} {street}, {city}, {postcode}', '{number} {street}, {city} {postcode}'],
  numbers: { from: 1, to: 160, special: ['{n}A'] },
}

const german: CountryForms = {
  code: 'DE',
  name: 'Germany',
  towns: [
    ['München', ['80331', '80469'], ['Munich']],
    ['Köln', ['50667', '50823'], ['Cologne']],
    ['Frankfurt am Main', ['60311', '60486'], ['Frankfurt', 'Frankfurt/M.']],
    ['Neustadt an der Weinstraße', ['67433', '67434'], ['Neustadt/Weinstr.']],
    ['Sankt Augustin', ['53757', '53754'], ['St. Augustin']],
  ],
  streets: [
    ...['Hauptstraße', 'Bahnhofstraße', 'Berliner Straße', 'Goethestraße', 'Am Markt', 'Lindenallee', 'Schillerplatz'],
    ...['Dr.-Karl-Renner-Straße', 'Straße des 17. Juni', 'Sankt-Anna-Straße', 'Professor-Huber-Platz', 'Mühlweg'],
    ...['Kirchgasse', 'Ludwig-van-Beethoven-Straße', 'Große Bergstraße', 'Ringstraße', 'Unter den Eichen', 'Parkweg'],
    ...['Königsdamm', 'Alte Landstraße', 'Freiherr-vom-Stein-Straße', 'Übersteinweg', 'Straße 14'],
  ],
  short: { '-straße': 'str.', Straße: 'Str.', Sankt: 'St.', '-platz': 'pl.', Professor: 'Prof.', Große: 'Gr.' },
  units: ['3. OG', 'Hinterhaus', '{n}. Stock', 'Whg. {n}', 'c/o Meier'],
  lines: NUMBER_BEHIND,
  numbers: { from: 1, to: 180, special: ['{n}a', '{n} b', '{n}-{m}'] },
}

const austrian: CountryForms = {
  code: 'AT',
  name: 'Austria',
  towns: [
    ['Wien', ['1010', '1070', '1220'], ['Vienna']],
    ['Sankt Pölten', ['3100', '3107'], ['St. Pölten']],
    ['Graz', ['8010', '8020']],
    ['Innsbruck', ['6020', '6080']],
    ['Klagenfurt am Wörthersee', ['9020', '9061'], ['Klagenfurt']],
  ],
  streets: [
    ...[
      'Mariahilfer Straße',
      'Kärntner Straße',
      'Josefstädter Straße',
      'Hauptplatz',
      'Dr.-Karl-Lueger-Platz',
      'Graben',
    ],
    ...['Wiener Straße', 'Sankt-Veiter-Straße', 'Linzer Gasse', 'Am Kirchberg', 'Landstraßer Hauptstraße', 'Ringweg'],
    ...['Maria-Theresien-Straße', 'Rennweg', 'Alte Poststraße', 'Bahnhofgürtel', 'Erzherzog-Johann-Allee'],
  ],
  short: { '-straße': 'str.', Straße: 'Str.', Sankt: 'St.', '-gasse': 'g.', Gasse: 'G.', '-platz': 'pl.' },
  units: ['/{n}/1{n}', '/{n}', 'Stiege {n}', 'Top {n}', 'Tür {n}'],
  lines: NUMBER_BEHIND,
  numbers: { from: 1, to: 150, special: ['{n}a', '{n}-{m}'] },
}

const swiss: CountryForms = {
  code: 'CH',
  name: 'Switzerland',
  towns: [
    ['Genève', ['1201', '1204'], ['Genf', 'Geneva']],
    ['Zürich', ['8001', '8050'], ['Zurich']],
    ['St. Gallen', ['9000', '9014'], ['Sankt Gallen']],
    ['Lugano', ['6900', '6962']],
    ['Biel/Bienne', ['2502', '2503'], ['Biel', 'Bienne']],
  ],
  streets: [
    ...['Bahnhofstrasse', 'Rue du Rhône', 'Avenue de la Gare', 'Via Nassa', 'Rorschacher Strasse', 'Limmatquai'],
    ...['Chemin des Crêts', 'Piazza della Riforma', 'Place du Molard', 'Seestrasse', 'Viale Stazione', 'Dufourstrasse'],
    ...['Route de Chêne', 'Zürcher Strasse', 'Im Grund', 'Quai du Mont-Blanc', 'Alte Landstrasse', 'Oberer Graben'],
  ],
  short: {
    '-strasse': 'str.',
    Strasse: 'Str.',
    Avenue: 'Av.',
    Chemin: 'Ch.',
    Route: 'Rte',
    Place: 'Pl.',
    Piazza: 'P.za',
    Viale: 'V.le',
    Rue: 'R.',
  },
  units: ['{n}. Stock', 'c/o Meier', 'Whg. {n}'],
  lines: NUMBER_BEHIND,
  numbers: { from: 1, to: 150, special: ['{n}a', '{n}bis'] },
}

const french: CountryForms = {
  code: 'FR',
  name: 'France',
  towns: [
    ['Paris', ['75001', '75011', '75116']],
    ['Saint-Étienne', ['42000', '42100'], ['St Etienne']],
    ['Lyon', ['69002', '69007'], ['Lyon 7e Arrondissement']],
    ['Aix-en-Provence', ['13090', '13100'], ['Aix en Pce']],
    ['Strasbourg', ['67000', '67200'], ['Straßburg']],
  ],
  streets: [
    ...['Rue de la République', 'Avenue des Champs-Élysées', 'Boulevard Saint-Germain', 'Place du Général de Gaulle'],
    ...['Rue du Docteur Roux', 'Impasse des Lilas', 'Chemin du Moulin', 'Allée des Tilleuls', 'Quai de Saône'],
    ...['Rue du 8 Mai 1945', 'Avenue Jean Jaurès', 'Route de Vienne', 'Cours Mirabeau', 'Rue Sainte-Catherine'],
    ...[
      'Square Victor Hugo',
      'Faubourg Saint-Antoine',
      'Avenue du Maréchal Foch',
      'Résidence du Parc',
      "Rue de l'Église",
    ],
  ],
  short: {
    Rue: 'R.',
    Avenue: 'Av.',
    Boulevard: 'Bd',
    Place: 'Pl.',
    Impasse: 'Imp.',
    Chemin: 'Ch.',
    Allée: 'All.',
    Route: 'Rte',
    Saint: 'St',
    Sainte: 'Ste',
    Docteur: 'Dr',
    Général: 'Gal',
    Faubourg: 'Fg',
    Maréchal: 'Mal',
    Square: 'Sq.',
    Résidence: 'Rés.',
  },
  units: ['Bât. B', 'appt {n}', '{n}e étage', 'Escalier {n}'],
  lines: FRENCH,
  numbers: { from: 1, to: 220, special: ['{n} bis', '{n}ter', '{n} B'] },
}

const spanish: CountryForms = {
  code: 'ES',
  name: 'Spain',
  towns: [
    ['Madrid', ['28001', '28013']],
    ['Sevilla', ['41001', '41013'], ['Seville']],
    ['Donostia / San Sebastián', ['20001', '20012'], ['San Sebastián', 'Donostia']],
    ['València', ['46001', '46022'], ['Valencia']],
    ['A Coruña', ['15001', '15011'], ['La Coruña']],
  ],
  streets: [
    ...['Calle Mayor', 'Calle de Alcalá', 'Avenida de la Constitución', 'Plaza de España', 'Paseo de la Castellana'],
    ...['Calle de Santa María', 'Carrer de Colom', 'Ronda de Nelle', 'Carretera de Toledo', 'Camino Viejo', 'Gran Vía'],
    ...['Calle del Doctor Fleming', 'Travesía de la Paz', 'Avenida del Puerto', 'Calle 30', 'Urbanización Los Olivos'],
    ...['Glorieta de Bilbao', 'Calle de San Fernando', 'Avinguda de Catalunya', 'Callejón del Agua'],
  ],
  short: {
    Calle: 'C/',
    Avenida: 'Avda.',
    Plaza: 'Pza.',
    Paseo: 'Pº',
    Carrer: 'C.',
    Carretera: 'Ctra.',
    Santa: 'Sta.',
    Doctor: 'Dr.',
    Travesía: 'Trav.',
    Camino: 'Cno.',
    Glorieta: 'Gta.',
    Urbanización: 'Urb.',
    Avinguda: 'Av.',
  },
  units: ['{n}º B', 'piso {n}', 'Esc. A, {n}º', 'bajo', '{n}º izda.'],
  lines: COMMA_BEHIND,
  numbers: { from: 1, to: 160, special: ['{n} bis', '{n}B'] },
}

const portuguese: CountryForms = {
  code: 'PT',
  name: 'Portugal',
  towns: [
    ['Lisboa', ['1100-048', '1250-096'], ['Lisbon']],
    ['Porto', ['4000-447', '4050-253'], ['Oporto']],
    ['Vila Nova de Gaia', ['4400-111', '4430-999'], ['V. N. de Gaia', 'Gaia']],
    ['São João da Madeira', ['3700-121', '3700-227'], ['S. João da Madeira']],
    ['Évora', ['7000-508', '7005-123']],
  ],
  streets: [
    ...['Rua de Santa Catarina', 'Avenida da Liberdade', 'Praça do Comércio', 'Travessa do Carmo', 'Largo do Rato'],
    ...['Rua Doutor António José de Almeida', 'Avenida 25 de Abril', 'Rua 5 de Outubro', 'Estrada de Benfica'],
    ...['Rua de São Bento', 'Calçada da Estrela', 'Alameda Dom Afonso Henriques', 'Beco do Mirante', 'Rua Augusta'],
    ...['Rua do Engenheiro Duarte Pacheco', 'Rotunda da Boavista', 'Rua General Humberto Delgado'],
  ],
  short: {
    Rua: 'R.',
    Avenida: 'Av.',
    Praça: 'Pç.',
    Travessa: 'Tv.',
    Largo: 'Lg.',
    Doutor: 'Dr.',
    Estrada: 'Estr.',
    Santa: 'Sta.',
    São: 'S.',
    Engenheiro: 'Eng.',
    General: 'Gen.',
    Dom: 'D.',
    Alameda: 'Al.',
    Calçada: 'Cç.',
  },
  units: ['{n}º Esq.', '{n}º D', 'r/c', '{n}.º andar', 'loja {n}'],
  lines: ['{street} {number}, {postcode} {city}', '{street}, {number}, {postcode} {city}'],
  numbers: { from: 1, to: 1_400, special: ['{n}A', '{n}-{m}'] },
}

const brazilian: CountryForms = {
  code: 'BR',
  name: 'Brazil',
  towns: [
    ['São Paulo', ['01310-100', '04538-132'], ['Sao Paulo', 'S. Paulo']],
    ['Rio de Janeiro', ['20040-020', '22070-011'], ['Rio']],
    ['Belo Horizonte', ['30130-010', '30140-071'], ['BH']],
    ['Florianópolis', ['88010-400', '88036-530'], ['Floripa']],
    ['Santa Maria', ['97010-005', '97105-970'], ['Sta. Maria']],
  ],
  streets: [
    ...['Avenida Paulista', 'Rua Augusta', 'Rua Quinze de Novembro', 'Avenida Presidente Vargas', 'Praça da Sé'],
    ...[
      'Rua Doutor Arnaldo',
      'Travessa das Flores',
      'Alameda Santos',
      'Rodovia Raposo Tavares',
      'Avenida Brigadeiro Faria Lima',
    ],
    ...[
      'Rua 7 de Setembro',
      'Rua Coronel Fernando Machado',
      'Estrada das Furnas',
      'Rua Professor Rubião Meira',
      'Largo do Arouche',
    ],
    ...['Rua São Bento', 'Avenida Nossa Senhora de Copacabana', 'Rua Marechal Deodoro', 'Rua Engenheiro Lauro Müller'],
  ],
  short: {
    Rua: 'R.',
    Avenida: 'Av.',
    Praça: 'Pça.',
    Travessa: 'Tv.',
    Alameda: 'Al.',
    Rodovia: 'Rod.',
    Doutor: 'Dr.',
    Coronel: 'Cel.',
    Professor: 'Prof.',
    Presidente: 'Pres.',
    Brigadeiro: 'Brig.',
    Marechal: 'Mal.',
    São: 'S.',
    'Nossa Senhora': 'N. Sra.',
    Engenheiro: 'Eng.',
    Estrada: 'Estr.',
  },
  units: ['apto {n}2', 'bloco B', 'sala {n}0{n}', 'casa {n}', 'ap. {n}'],
  region: 'SP',
  lines: ['{street}, {number} - {city} - {region}, {postcode}', '{street}, {number}, {city} {region} {postcode}'],
  numbers: { from: 1, to: 4_000, special: ['{n}A'] },
}

const italian: CountryForms = {
  code: 'IT',
  name: 'Italy',
  towns: [
    ['Roma', ['00184', '00192'], ['Rome']],
    ['Firenze', ['50122', '50134'], ['Florence', 'Florenz']],
    ['Bolzano - Bozen', ['39100', '39101'], ['Bolzano', 'Bozen']],
    ['Sesto San Giovanni', ['20099', '20098'], ['Sesto S. Giovanni']],
    ["L'Aquila", ['67100', '67101'], ['Aquila']],
  ],
  streets: [
    ...['Via Roma', 'Via XX Settembre', 'Corso Vittorio Emanuele II', 'Piazza del Duomo', 'Viale della Libertà'],
    ...['Via San Giovanni', 'Largo Argentina', 'Vicolo del Moro', 'Via IV Novembre', 'Lungotevere dei Mellini'],
    ...['Via Giuseppe Garibaldi', "Via dell'Orso", 'Via Santa Chiara', 'Piazzale Aldo Moro', 'Strada Statale 12'],
    ...['Via Dante - Dantestraße', 'Contrada Fonte', 'Via Dottor Antonio Cantore', 'Piazza Fratelli Cervi'],
  ],
  short: {
    Via: 'V.',
    Corso: 'C.so',
    Piazza: 'P.za',
    Viale: 'V.le',
    Largo: 'L.go',
    Vicolo: 'Vic.',
    Piazzale: 'P.le',
    San: 'S.',
    Santa: 'S.',
    Giuseppe: 'G.',
    Dottor: 'Dott.',
    Fratelli: 'F.lli',
    Statale: 'Stat.',
  },
  units: ['int. {n}', 'scala B', 'piano {n}', '{n}° piano'],
  lines: ['{street} {number}, {postcode} {city}', '{street}, {number}, {postcode} {city}'],
  numbers: { from: 1, to: 250, special: ['{n}/a', '{n} bis', '{n}B'] },
}

const dutch: CountryForms = {
  code: 'NL',
  name: 'Netherlands',
  towns: [
    ['Amsterdam', ['1012 JS', '1071 XX']],
    ["'s-Hertogenbosch", ['5211 AP', '5223 DE'], ['Den Bosch']],
    ['Den Haag', ['2511 CN', '2595 BE'], ["'s-Gravenhage", 'The Hague']],
    ['IJsselstein', ['3401 CA', '3402 TB'], ['Ysselstein']],
    ['Bergen op Zoom', ['4611 HA', '4624 RT']],
  ],
  streets: [
    ...['Kerkstraat', 'Dorpsstraat', 'Prins Hendrikkade', 'Nieuwezijds Voorburgwal', 'Van Baerlestraat', 'Molenweg'],
    ...['Sint Jorisstraat', 'Burgemeester de Vlugtlaan', 'Laan van Meerdervoort', 'Stationsplein', 'Julianalaan'],
    ...['Eerste Constantijn Huygensstraat', '2e Jan Steenstraat', 'Plein 1944', 'Dokter Kuyperstraat', 'IJsselkade'],
    ...['Professor Tulpplein', 'Markt', 'Koningin Wilhelminaplein', 'Singel'],
  ],
  short: {
    '-straat': 'str.',
    '-plein': 'pln.',
    '-laan': 'ln.',
    Sint: 'St.',
    Burgemeester: 'Burg.',
    Dokter: 'Dr.',
    Professor: 'Prof.',
    Koningin: 'Kon.',
    Prins: 'Pr.',
    Eerste: '1e',
  },
  units: ['-{n}', ' hs', '{n} hoog', 'bis'],
  lines: ['{street} {number}, {postcode} {city}', '{street} {number} {postcode} {city}'],
  numbers: { from: 1, to: 320, special: ['{n}a', '{n}-H', '{n}B'] },
}

const belgian: CountryForms = {
  code: 'BE',
  name: 'Belgium',
  towns: [
    ['Bruxelles - Brussel', ['1000', '1050'], ['Bruxelles', 'Brussel', 'Brussels']],
    ['Antwerpen', ['2000', '2018'], ['Anvers', 'Antwerp']],
    ['Liège', ['4000', '4020'], ['Luik', 'Lüttich']],
    ['Sint-Niklaas', ['9100', '9111'], ['St-Niklaas', 'Saint-Nicolas']],
    ['Leuven', ['3000', '3001'], ['Louvain', 'Löwen']],
  ],
  streets: [
    ...['Rue Neuve - Nieuwstraat', 'Avenue Louise - Louizalaan', 'Meir', 'Rue de la Loi - Wetstraat', 'Kerkstraat'],
    ...['Boulevard Anspach - Anspachlaan', 'Place Saint-Lambert', 'Bondgenotenlaan', 'Grote Markt', 'Rue Saint-Gilles'],
    ...[
      'Steenweg op Gent',
      'Stationsstraat',
      'Chaussée de Charleroi',
      'Rue des Guillemins',
      'Sint-Jansplein',
      'Mechelsesteenweg',
    ],
  ],
  short: {
    Rue: 'R.',
    Avenue: 'Av.',
    Boulevard: 'Bd',
    Place: 'Pl.',
    Chaussée: 'Ch.',
    Saint: 'St',
    Sint: 'St',
    '-straat': 'str.',
    '-laan': 'ln.',
    '-plein': 'pl.',
    '-steenweg': 'stwg.',
  },
  units: ['bus {n}', 'bte {n}', 'boîte {n}', 'b{n}'],
  lines: ['{street} {number}, {postcode} {city}', '{number} {street}, {postcode} {city}'],
  numbers: { from: 1, to: 250, special: ['{n}A', '{n}B'] },
}

const polish: CountryForms = {
  code: 'PL',
  name: 'Poland',
  towns: [
    ['Warszawa', ['00-950', '02-017'], ['Warsaw', 'Warschau']],
    ['Łódź', ['90-001', '93-590'], ['Lodz']],
    ['Kraków', ['31-005', '30-072'], ['Cracow', 'Krakau']],
    ['Gdańsk', ['80-831', '80-264'], ['Danzig']],
    ['Bielsko-Biała', ['43-300', '43-316'], ['Bielsko']],
  ],
  streets: [
    ...['Marszałkowska', 'Aleje Jerozolimskie', 'Piotrkowska', 'Świętego Jana', 'Plac Bankowy', 'Generała Józefa Bema'],
    ...['3 Maja', 'Aleja Niepodległości', 'Księdza Jerzego Popiełuszki', 'Długa', 'Osiedle Słoneczne', 'Rynek Główny'],
    ...['11 Listopada', 'Adama Mickiewicza', 'Profesora Tadeusza Kotarbińskiego', 'Szeroka', 'Jana Pawła II'],
  ],
  short: {
    Aleja: 'Al.',
    Aleje: 'Al.',
    Plac: 'Pl.',
    Generała: 'Gen.',
    Świętego: 'Św.',
    Księdza: 'Ks.',
    Osiedle: 'Os.',
    Profesora: 'Prof.',
    Adama: 'A.',
  },
  units: ['m. {n}', '/{n}', 'lok. {n}'],
  lines: ['{street} {number}, {postcode} {city}', 'ul. {street} {number}, {postcode} {city}'],
  numbers: { from: 1, to: 200, special: ['{n}A', '{n}c'] },
}

const swedish: CountryForms = {
  code: 'SE',
  name: 'Sweden',
  towns: [
    ['Stockholm', ['111 20', '114 35']],
    ['Göteborg', ['411 03', '413 04'], ['Gothenburg']],
    ['Malmö', ['211 20', '214 22']],
    ['Örebro', ['702 10', '703 61']],
    ['Åre', ['837 52', '837 51']],
  ],
  streets: [
    ...['Drottninggatan', 'Storgatan', 'Kungsgatan', 'Sankt Eriksgatan', 'Sveavägen', 'Järntorget', 'Östra Hamngatan'],
    ...['Birger Jarlsgatan', 'Skolvägen', 'Norra Vallgatan', 'Södra Förstadsgatan', 'Kyrkogränd', 'Stora Nygatan'],
    ...['Västra Trädgårdsgatan', 'Lilla Bommen', 'Åsögatan', 'Skeppsbron', 'Fiskaregatan'],
  ],
  short: {
    '-gatan': 'g.',
    '-vägen': 'v.',
    Sankt: 'S:t',
    Norra: 'N.',
    Södra: 'S.',
    Östra: 'Ö.',
    Västra: 'V.',
    Stora: 'St.',
  },
  units: ['lgh 110{n}', '{n} tr', 'lgh {n}'],
  lines: NUMBER_BEHIND,
  numbers: { from: 1, to: 150, special: ['{n}A', '{n} B'] },
}

const norwegian: CountryForms = {
  code: 'NO',
  name: 'Norway',
  towns: [
    ['Oslo', ['0150', '0560']],
    ['Ålesund', ['6002', '6003'], ['Aalesund']],
    ['Tromsø', ['9008', '9010'], ['Tromso']],
    ['Bergen', ['5003', '5014']],
    ['Bodø', ['8006', '8003']],
  ],
  streets: [
    ...[
      'Karl Johans gate',
      'Storgata',
      'Kirkegata',
      'Bygdøy allé',
      'Sjøgata',
      'Kongens gate',
      'Torggata',
      'Skoleveien',
    ],
    ...[
      'Håkons gate',
      'Sankt Olavs gate',
      'Strandgaten',
      'Nedre Slottsgate',
      'Øvregaten',
      'Fjordveien',
      'Nygårdsgaten',
    ],
    ...['Stortorget', 'Åsveien', 'Professor Dahls gate'],
  ],
  short: {
    gate: 'gt.',
    '-gata': 'gt.',
    '-gaten': 'gt.',
    '-veien': 'v.',
    Sankt: 'St.',
    Nedre: 'Ndr.',
    Professor: 'Prof.',
  },
  units: ['H0{n}03', 'leil. {n}'],
  lines: NUMBER_BEHIND,
  numbers: { from: 1, to: 150, special: ['{n}A', '{n} b'] },
}

const danish: CountryForms = {
  code: 'DK',
  name: 'Denmark',
  towns: [
    ['København K', ['1050', '1256'], ['Copenhagen', 'København']],
    ['Aarhus C', ['8000', '8001'], ['Århus', 'Aarhus']],
    ['Odense C', ['5000', '5001'], ['Odense']],
    ['Aalborg', ['9000', '9220'], ['Ålborg']],
    ['Frederiksberg', ['2000', '1850']],
  ],
  streets: [
    ...[
      'Strøget',
      'Nørregade',
      'Vesterbrogade',
      'Store Kongensgade',
      'Sankt Peders Stræde',
      'Østergade',
      'Gammel Kongevej',
    ],
    ...[
      'H.C. Andersens Boulevard',
      'Kirkevej',
      'Søndergade',
      'Ny Carlsberg Vej',
      'Åboulevarden',
      'Rådhuspladsen',
      'Algade',
    ],
    ...['Skolevænget', 'Nordre Frihavnsgade', 'Doktor Holsts Vej'],
  ],
  short: {
    '-gade': 'g.',
    Store: 'St.',
    Sankt: 'Skt.',
    Gammel: 'Gl.',
    Boulevard: 'Blvd.',
    Vej: 'V.',
    Nordre: 'Ndr.',
    Doktor: 'Dr.',
    Stræde: 'Str.',
  },
  units: ['{n}. th', '{n}. tv', 'st. tv', '{n}. sal', '{n}. mf'],
  lines: ['{street} {number}, {postcode} {city}', '{street} {number}, {city} {postcode}'],
  numbers: { from: 1, to: 180, special: ['{n}A', '{n} B'] },
}

const finnish: CountryForms = {
  code: 'FI',
  name: 'Finland',
  towns: [
    ['Helsinki', ['00100', '00530'], ['Helsingfors']],
    ['Turku', ['20100', '20500'], ['Åbo']],
    ['Tampere', ['33100', '33210'], ['Tammerfors']],
    ['Jyväskylä', ['40100', '40520']],
    ['Oulu', ['90100', '90570'], ['Uleåborg']],
  ],
  streets: [
    ...[
      'Mannerheimintie',
      'Aleksanterinkatu',
      'Hämeenkatu',
      'Kauppatori',
      'Itäinen Rantakatu',
      'Eerikinkatu',
      'Rautatienkatu',
    ],
    ...[
      'Kirkkotie',
      'Pohjoisesplanadi',
      'Linnankatu',
      'Yliopistonkatu',
      'Koulukuja',
      'Satamatie',
      'Uusikatu',
      'Myllypolku',
    ],
  ],
  short: { '-katu': 'k.', '-tie': 't.', Itäinen: 'It.' },
  units: ['A {n}', 'B {n}', 'as. {n}'],
  lines: NUMBER_BEHIND,
  numbers: { from: 1, to: 130, special: ['{n}a', '{n}-{m}'] },
}

export const countries: readonly CountryForms[] = [
  ...[american, canadian, british, irish, german, austrian, swiss, french, spanish, portuguese, brazilian],
  ...[italian, dutch, belgian, polish, swedish, norwegian, danish, finnish],
]
