-- Codes of parcels are looked up in one spelling: packages/contract/src/parcel-code.ts (compactCode) writes the same, held together by a test.

create function compact_code(text) returns text
language sql immutable parallel safe strict
return lower(regexp_replace(regexp_replace($1, '^\][A-Za-z][0-9]', ''), '[\s()\u001d]+', '', 'g'));

create index packages_code on packages (organization_id, compact_code(identifier));
