// Columns of the exports of twenty programs, from their public lists of columns, with made-up orders. Before the colon the heading, after
// it its meaning; a dash for one that says nothing about a stop.

export interface Program {
  name: string
  /** Source of the list of columns. */
  list: string
  separator: string
  columns: readonly (readonly [heading: string, meaning: string, ...cells: [string, string]])[]
}

const shopify: Program = {
  name: 'Shopify, orders',
  list: 'help.shopify.com: exporting orders',
  separator: ',',
  columns: [
    ['Name', 'external_id', '#1001', '#1002'],
    ['Email', 'email', 'ida@example.test', 'jon@example.test'],
    ['Financial Status', '-', 'paid', 'paid'],
    ['Total', 'price', '48.90', '12.00'],
    ['Lineitem quantity', '-', '2', '1'],
    ['Lineitem name', '-', 'Cheese', 'Bread'],
    ['Billing Name', '-', 'Payer AG', 'Payer AG'],
    ['Billing Street', '-', 'Bahnhofstrasse 1', 'Bahnhofstrasse 1'],
    ['Billing Zip', '-', '8001', '8001'],
    ['Shipping Name', 'label', 'Ida Frick', 'Jon Hasler'],
    ['Shipping Street', 'street', 'Städtle 32', 'Landstrasse 40'],
    ['Shipping Address2', 'location_details', '2nd floor', ''],
    ['Shipping City', 'city', 'Vaduz', 'Triesen'],
    ['Shipping Zip', 'postal_code', '9490', '9495'],
    ['Shipping Country', 'country', 'LI', 'LI'],
    ['Shipping Phone', 'phone', '+4235550101', '+4235550102'],
    ['Notes', 'comments', 'Ring twice', ''],
  ],
}

const matrixify: Program = {
  name: 'Matrixify, orders',
  list: 'matrixify.app/documentation/orders',
  separator: ',',
  columns: [
    ['ID', '-', '11920047631', '11920047632'],
    ['Name', 'external_id', '#1001', '#1002'],
    ['Note', 'comments', 'Ring twice', ''],
    ['Shipping: First Name', 'first_name', 'Ida', 'Jon'],
    ['Shipping: Last Name', 'label', 'Frick', 'Hasler'],
    ['Shipping: Address 1', 'street', 'Städtle 32', 'Landstrasse 40'],
    ['Shipping: Zip', 'postal_code', '9490', '9495'],
    ['Shipping: City', 'city', 'Vaduz', 'Triesen'],
    ['Shipping: Phone', 'phone', '+4235550101', '+4235550102'],
  ],
}

const amazon: Program = {
  name: 'Amazon, order report',
  list: 'sellercentral-europe.amazon.com: order report',
  separator: '\t',
  columns: [
    ['order-id', 'external_id', '736-3563777-5518068', '736-3563777-5518069'],
    ['order-item-id', '-', '0583563777345', '0583563777346'],
    ['purchase-date', '-', '2026-12-01', '2026-12-01'],
    ['buyer-name', '-', 'Payer AG', 'Payer AG'],
    ['buyer-email', 'email', 'ida@example.test', 'jon@example.test'],
    ['quantity-purchased', '-', '1', '1'],
    ['recipient-name', 'label', 'Ida Frick', 'Jon Hasler'],
    ['ship-address-1', 'street', 'Städtle 32', 'Landstrasse 40'],
    ['ship-address-2', 'location_details', '2nd floor', ''],
    ['ship-city', 'city', 'Vaduz', 'Triesen'],
    ['ship-postal-code', 'postal_code', '9490', '9495'],
    ['ship-country', 'country', 'LI', 'LI'],
    ['ship-phone-number', 'phone', '+4235550101', '+4235550102'],
  ],
}

const ebay: Program = {
  name: 'eBay, order report',
  list: 'developer.ebay.com: order report definitions',
  separator: ',',
  columns: [
    ['orderID', 'external_id', '11-05512-80001', '11-05512-80002'],
    ['channelID', '-', 'EBAY_DE', 'EBAY_DE'],
    ['createdDate', '-', '2026-12-01T10:00:00', '2026-12-01T11:00:00'],
    ['buyerEmail', 'email', 'ida@example.test', 'jon@example.test'],
    ['buyerFirstName', 'first_name', 'Ida', 'Jon'],
    ['buyerLastName', 'label', 'Frick', 'Hasler'],
    ['buyerPhone', 'phone', '+4235550101', '+4235550102'],
    ['buyerAddressLine1', 'street', 'Städtle 32', 'Landstrasse 40'],
    ['buyerAddressLine2', 'location_details', '2nd floor', ''],
    ['buyerCity', 'city', 'Vaduz', 'Triesen'],
    ['buyerPostalCode', 'postal_code', '9490', '9495'],
    ['buyerCountry', 'country', 'LI', 'LI'],
  ],
}

const woocommerce: Program = {
  name: 'WooCommerce, advanced order export',
  list: 'wordpress.org: advanced order export',
  separator: ',',
  columns: [
    ['Order Number', 'external_id', '727', '728'],
    ['Order Status', '-', 'Processing', 'Processing'],
    ['Order Date', '-', '2026-12-01 09:13', '2026-12-01 09:14'],
    ['Customer Note', 'comments', 'Ring twice', ''],
    ['First Name (Billing)', '-', 'Paula', 'Paul'],
    ['Email (Billing)', 'email', 'ida@example.test', 'jon@example.test'],
    ['Phone (Billing)', 'phone', '+4235550101', '+4235550102'],
    ['First Name (Shipping)', 'first_name', 'Ida', 'Jon'],
    ['Last Name (Shipping)', 'label', 'Frick', 'Hasler'],
    ['Address 1 (Shipping)', 'street', 'Städtle 32', 'Landstrasse 40'],
    ['City (Shipping)', 'city', 'Vaduz', 'Triesen'],
    ['Postcode (Shipping)', 'postal_code', '9490', '9495'],
    ['Country Code (Shipping)', 'country', 'LI', 'LI'],
    ['Order Total Amount', 'price', '48.90', '12.00'],
  ],
}

const prestashop: Program = {
  name: 'PrestaShop, SQL manager',
  list: 'devdocs.prestashop-project.org: orders and addresses',
  separator: ';',
  columns: [
    ['id_order', 'external_id', '8', '9'],
    ['company', '-', '', ''],
    ['lastname', 'label', 'Frick', 'Hasler'],
    ['firstname', 'first_name', 'Ida', 'Jon'],
    ['address1', 'street', 'Städtle 32', 'Landstrasse 40'],
    ['address2', 'location_details', '2nd floor', ''],
    ['postcode', 'postal_code', '9490', '9495'],
    ['city', 'city', 'Vaduz', 'Triesen'],
    ['phone_mobile', 'phone', '+4235550101', '+4235550102'],
    ['total_paid', '-', '48.900000', '12.000000'],
  ],
}

const odoo: Program = {
  name: 'Odoo, sales orders',
  list: 'odoo.com/documentation: export records',
  separator: ',',
  columns: [
    ['Order Reference', 'external_id', 'S00031', 'S00032'],
    ['Customer', 'label', 'Gasthof Krone', 'Bäckerei Marxer'],
    ['Delivery Address/Street', 'street', 'Städtle 32', 'Landstrasse 40'],
    ['Delivery Address/City', 'city', 'Vaduz', 'Triesen'],
    ['Delivery Address/Zip', 'postal_code', '9490', '9495'],
    ['Delivery Address/Phone', 'phone', '+4235550101', '+4235550102'],
    ['Delivery Date', 'date', '2026-12-24 08:00:00', '2026-12-24 08:00:00'],
    ['Total', 'price', '48.90', '12.00'],
  ],
}

const erpnext: Program = {
  name: 'ERPNext, sales orders',
  list: 'docs.frappe.io: data export',
  separator: ',',
  columns: [
    ['ID', 'external_id', 'SAL-ORD-2026-00017', 'SAL-ORD-2026-00018'],
    ['Customer Name', 'label', 'Gasthof Krone', 'Bäckerei Marxer'],
    ['Delivery Date', 'date', '2026-12-24', '2026-12-24'],
    ['Shipping Address', 'address', 'Städtle 32, 9490 Vaduz', 'Landstrasse 40, 9495 Triesen'],
    ['Contact Person', 'reference_person', 'Ida Frick', 'Jon Hasler'],
    ['Contact Email', 'email', 'ida@example.test', 'jon@example.test'],
    ['Mobile No', 'phone', '+4235550101', '+4235550102'],
    ['Total Net Weight', 'weight', '12.5', '3'],
    ['Grand Total', 'price', '48.90', '12.00'],
  ],
}

const magento: Program = {
  name: 'Adobe Commerce, orders grid',
  list: 'experienceleague.adobe.com: orders workspace',
  separator: ',',
  columns: [
    ['ID', 'external_id', '000000012', '000000013'],
    ['Purchase Point', '-', 'Main Website', 'Main Website'],
    ['Purchase Date', '-', 'Dec 1, 2026 9:13:02 AM', 'Dec 1, 2026 9:14:02 AM'],
    ['Bill-to Name', '-', 'Payer AG', 'Payer AG'],
    ['Ship-to Name', 'label', 'Ida Frick', 'Jon Hasler'],
    ['Grand Total (Base)', 'price', '48.90', '12.00'],
    ['Status', '-', 'processing', 'processing'],
    ['Billing Address', '-', 'Bahnhofstrasse 1, 8001 Zürich', 'Bahnhofstrasse 1, 8001 Zürich'],
    ['Shipping Address', 'address', 'Städtle 32, 9490 Vaduz', 'Landstrasse 40, 9495 Triesen'],
    ['Customer Email', 'email', 'ida@example.test', 'jon@example.test'],
  ],
}

const onfleet: Program = {
  name: 'Onfleet, task import',
  list: 'support.onfleet.com: task overview',
  separator: ',',
  columns: [
    ['Recipient_Name', 'label', 'Ida Frick', 'Jon Hasler'],
    ['Recipient_Phone', 'phone', '+4235550101', '+4235550102'],
    ['Recipient_Notes', 'comments', 'Ring twice', ''],
    ['Address_Line1', 'street', 'Städtle 32', 'Landstrasse 40'],
    ['Address_Line2', 'location_details', '2nd floor', ''],
    ['City/Town', 'city', 'Vaduz', 'Triesen'],
    ['Postal_Code', 'postal_code', '9490', '9495'],
    ['Country', 'country', 'LI', 'LI'],
    ['Latitude', 'lat', '47.141', '47.106'],
    ['Longitude', 'lng', '9.521', '9.527'],
    ['completeAfter', 'window_from', '08:00', '14:00'],
    ['completeBefore', 'window_to', '12:00', '18:00'],
    ['Service_Time', 'duration', '5', '10'],
  ],
}

const optimoroute: Program = {
  name: 'OptimoRoute, orders',
  list: 'optimoroute.com: how are orders defined',
  separator: ',',
  columns: [
    ['Order ID', 'external_id', 'A-1', 'A-2'],
    ['Order type', 'type', 'D', 'P'],
    ['Date', 'date', '24/12/2026', '24/12/2026'],
    ['Priority', '-', 'M', 'M'],
    ['Location name', 'label', 'Ida Frick', 'Jon Hasler'],
    ['Address', 'address', 'Städtle 32, 9490 Vaduz', 'Landstrasse 40, 9495 Triesen'],
    ['Time window from', 'window_from', '08:00', '14:00'],
    ['Time window to', 'window_to', '12:00', '18:00'],
    ['Duration', 'duration', '5', '10'],
    ['Skills', 'requires', '', ''],
    ['Notes', 'comments', 'Ring twice', ''],
  ],
}

const workwave: Program = {
  name: 'WorkWave Route Manager, orders',
  list: 'support.viamente.com: description of all order fields',
  separator: ',',
  columns: [
    ['Name', 'label', 'Ida Frick', 'Jon Hasler'],
    ['Street', 'street', 'Städtle 32', 'Landstrasse 40'],
    ['ZIP', 'postal_code', '9490', '9495'],
    ['City', 'city', 'Vaduz', 'Triesen'],
    ['Service Time', 'duration', '5', '10'],
    ['Notes', 'comments', 'Ring twice', ''],
    ['Time Window Start', 'window_from', '8:00am', '2:00pm'],
    ['Time Window End', 'window_to', '12:00pm', '6:00pm'],
  ],
}

const route4me: Program = {
  name: 'Route4Me, spreadsheet',
  list: 'support.route4me.com: spreadsheet formatting requirements',
  separator: ',',
  columns: [
    ['Address', 'address', 'Städtle 32', 'Landstrasse 40'],
    ['City', 'city', 'Vaduz', 'Triesen'],
    ['ZIP Code', 'postal_code', '9490', '9495'],
    ['Country', 'country', 'LI', 'LI'],
    ['Alias', 'label', 'Ida Frick', 'Jon Hasler'],
    ['Customer Email', 'email', 'ida@example.test', 'jon@example.test'],
    ['Phone', 'phone', '+4235550101', '+4235550102'],
    ['Order Number', 'external_id', 'A-1', 'A-2'],
    ['Order Weight', 'weight', '12.5', '3'],
    ['Time Window Start', 'window_from', '08:00 AM', '02:00 PM'],
    ['Time Window End', 'window_to', '12:00 PM', '06:00 PM'],
  ],
}

const detrack: Program = {
  name: 'Detrack, deliveries',
  list: 'detrack.com: import deliveries with templates',
  separator: ',',
  columns: [
    ['D.O. No.', 'external_id', 'DO123', 'DO124'],
    ['Date', 'date', '2026-12-24', '2026-12-24'],
    ['Deliver to', 'label', 'Ida Frick', 'Jon Hasler'],
    ['Address', 'address', 'Städtle 32, 9490 Vaduz', 'Landstrasse 40, 9495 Triesen'],
    ['Delivery time', 'time_windows', '8am - 12pm', '2pm - 6pm'],
    ['Tracking No.', 'packages', 'T1', 'T2'],
    ['Phone No.', 'phone', '+4235550101', '+4235550102'],
    ['Notify email', 'email', 'ida@example.test', 'jon@example.test'],
    ['Instructions', 'comments', 'Ring twice', ''],
    ['Assign to', '-', 'Van 1', 'Van 2'],
  ],
}

const royalMail: Program = {
  name: 'Royal Mail Click & Drop, orders',
  list: 'help.parcel.royalmail.com: order import field specifications',
  separator: ',',
  columns: [
    ['First Name', 'first_name', 'Ida', 'Jon'],
    ['Last Name', 'label', 'Frick', 'Hasler'],
    ['Address Line 1', 'street', 'Städtle 32', 'Landstrasse 40'],
    ['Address Line 2', 'location_details', '2nd floor', ''],
    ['City', 'city', 'Vaduz', 'Triesen'],
    ['Postcode', 'postal_code', '9490', '9495'],
    ['Country', 'country', 'LI', 'LI'],
    ['Phone', 'phone', '+4235550101', '+4235550102'],
    ['Email', 'email', 'ida@example.test', 'jon@example.test'],
    ['Order reference', 'external_id', 'A-1', 'A-2'],
  ],
}

const dhl: Program = {
  name: 'DHL Online Frankierung',
  list: 'DHL: format of the CSV import file',
  separator: ';',
  columns: [
    ['SEND_NAME1', '-', 'Muster AG', ''],
    ['SEND_STREET', '-', 'Industriestrasse', ''],
    ['SEND_PLZ', '-', '9487', ''],
    ['RECV_NAME1', 'label', 'Ida Frick', 'Jon Hasler'],
    ['RECV_NAME2', 'location_details', '', ''],
    ['RECV_STREET', 'street', 'Städtle', 'Landstrasse'],
    ['RECV_HOUSENUMBER', 'house_number', '32', '40'],
    ['RECV_PLZ', 'postal_code', '9490', '9495'],
    ['RECV_CITY', 'city', 'Vaduz', 'Triesen'],
    ['RECV_COUNTRY', 'country', 'LIE', 'LIE'],
    ['PRODUCT', '-', 'PAK02.DEU', 'PAK02.DEU'],
  ],
}

const sendcloud: Program = {
  name: 'Sendcloud, orders',
  list: 'support.sendcloud.com: import bulk orders',
  separator: ',',
  columns: [
    ['Customer name', 'label', 'Ida Frick', 'Jon Hasler'],
    ['Country code', 'country', 'LI', 'LI'],
    ['Postal code', 'postal_code', '9490', '9495'],
    ['Street name', 'street', 'Städtle', 'Landstrasse'],
    ['House number', 'house_number', '32', '40'],
    ['City', 'city', 'Vaduz', 'Triesen'],
    ['Order reference', 'external_id', 'A-1', 'A-2'],
  ],
}

const cartrack: Program = {
  name: 'Cartrack Delivery, jobs',
  list: 'resources.cartrack.com: import fields',
  separator: ',',
  columns: [
    ['Job Reference Number', 'external_id', 'J-1', 'J-2'],
    ['Stop Type', 'type', '', 'P'],
    ['Driver Name', '-', 'Ben', 'Eva'],
    ['Customer ID', 'client_external_id', 'C-1', 'C-2'],
    ['Customer Name', 'label', 'Ida Frick', 'Jon Hasler'],
    ['Phone', 'phone', '+4235550101', '+4235550102'],
    ['Email', 'email', 'ida@example.test', 'jon@example.test'],
    ['Lat', 'lat', '47.141', '47.106'],
    ['Lng', 'lng', '9.521', '9.527'],
    ['Country Code', 'country', 'LI', 'LI'],
    ['Address Line 1', 'street', 'Städtle 32', 'Landstrasse 40'],
  ],
}

const trackroad: Program = {
  name: 'TrackRoad, upload',
  list: 'trackroad.com: upload file format',
  separator: ',',
  columns: [
    ['Name', 'label', 'Ida Frick', 'Jon Hasler'],
    ['Street', 'street', 'Städtle 32', 'Landstrasse 40'],
    ['City', 'city', 'Vaduz', 'Triesen'],
    ['Zip', 'postal_code', '9490', '9495'],
    ['Country', 'country', 'LI', 'LI'],
    ['Weight', 'weight', '12', '3'],
    ['Boxes', 'parcel_count', '2', '1'],
    ['Comment', 'comments', 'Ring twice', ''],
    ['Arrival Time After', 'window_from', '0800', '1400'],
    ['Arrival Time Before', 'window_to', '1200', '1800'],
    ['Phone', 'phone', '+4235550101', '+4235550102'],
    ['Longitude', 'lng', '9.521', '9.527'],
    ['Latitude', 'lat', '47.141', '47.106'],
  ],
}

const droppath: Program = {
  name: 'Droppath, route',
  list: 'droppath.com: CSV format',
  separator: ',',
  columns: [
    ['address_line1', 'street', 'Städtle 32', 'Landstrasse 40'],
    ['address_line2', 'location_details', '2nd floor', ''],
    ['address_city', 'city', 'Vaduz', 'Triesen'],
    ['address_country', 'country', 'LI', 'LI'],
    ['address_postalcode', 'postal_code', '9490', '9495'],
    ['latitude', 'lat', '47.141', '47.106'],
    ['longitude', 'lng', '9.521', '9.527'],
    ['notes', 'comments', 'Ring twice', ''],
    ['contact_name', 'reference_person', 'Ida Frick', 'Jon Hasler'],
    ['contact_phone', 'phone', '+4235550101', '+4235550102'],
    ['company', 'label', 'Gasthof Krone', 'Bäckerei Marxer'],
    ['tracking_id', 'packages', 'T1', 'T2'],
  ],
}

export const programs: readonly Program[] = [
  ...[shopify, matrixify, amazon, ebay, woocommerce, prestashop, odoo, erpnext, magento, onfleet],
  ...[optimoroute, workwave, route4me, detrack, royalMail, dhl, sendcloud, cartrack, trackroad, droppath],
]

/** The table as the program writes it. */
export function getTable({ columns, separator }: Program): string {
  const quoted = (cell: string) =>
    cell.includes(separator) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell
  const rows = [0, 2, 3].map((at) => columns.map((column) => quoted(column[at as 0])).join(separator))
  return `${rows.join('\r\n')}\r\n`
}
