// Rules of the page of decisions: those that settle many points at once, and its list of codes.
import { rule, type Section } from './rule.ts'
import * as t from './test-files.ts'

export const general: Section = {
  title: 'Decisions: rules that settle many points',
  rules: [
    rule(
      'R1',
      'Read-only fields that a client sends are ignored.',
      t.endpoints('inputs accept no read-only field'),
      t.stops('changes the fields sent'),
      t.plans('takes label, date, draft'),
    ),
    rule(
      'R2',
      'Unknown fields and unknown query parameters are ignored.',
      t.validation('unknown and read-only fields'),
      t.frame('without the undeclared'),
      t.frame('is coerced to the declared types'),
    ),
    rule(
      'R3a',
      'A wrong type, enum, range or pattern is 400 with its code and its place.',
      t.badInput('a mistake in a body'),
      t.badInput('a mistake in the query'),
      t.validation('a wrong type is'),
    ),
    rule(
      'R3b',
      'Numbers are finite, latitudes and longitudes in range, windows ascend, at most 20.',
      t.validation('numbers are finite'),
      t.validation('lat lies in'),
      t.validation('windows ascend'),
      t.validation('at most 20'),
    ),
    rule(
      'R3c',
      'Labels and external ids take 500 characters, other texts 10,000; custom_fields 64 KiB and depth 20.',
      t.validation('labels and external ids'),
      t.validation('custom_fields hold'),
    ),
    rule(
      'R4',
      'PUT changes the fields sent; null clears; twice the same is the same state.',
      t.plans('changes the fields sent'),
      t.stops('changes the fields sent'),
      t.validation('null clears'),
    ),
    rule(
      'R5',
      'Bulk creation is atomic, names the index of the bad item and keeps the order.',
      t.stops('one bad item'),
      t.routes('is all or none'),
      t.badInput('half a bulk'),
    ),
    rule(
      'R6',
      '201 for creations, 200 for actions and deletions with the record, 204 for the bulk deletion.',
      t.endpoints('creations answer 201'),
    ),
    rule(
      'R7',
      'What does not exist, was deleted or belongs to another organization is 404; an unreachable project of the same organization 403.',
      t.isolation('with the victim'),
      t.isolation('cannot tell an id'),
      t.plans('a member of another project'),
    ),
    rule(
      'R8',
      'Fields without a value are left out; counters, booleans with a default and arrays are always there.',
      t.vehicles('{} is a valid vehicle'),
      t.conformance('nothing is answered as null'),
    ),
    rule(
      'R9',
      'A time of day counts from midnight in the project’s time zone and may pass 86,400.',
      t.localTime('%s on %s in %s'),
      t.validation('a night shift'),
    ),
    rule('R10', 'Metres, seconds, kilograms, cubic metres.', t.reports('answers 201 with the report')),
    rule(
      'R11',
      'State conflicts are 400 with their own code; an oversize body and unreadable JSON too.',
      t.frame('of exactly the limit'),
      t.frame('that is not JSON'),
      t.errors('the refusals of every operation'),
    ),
    rule(
      'R12',
      '401 has the same bytes and takes the same time whatever the fault of the key.',
      t.auth('that is %s is refused'),
      t.conformance('a key is refused in the same time'),
    ),
    rule(
      'R13',
      'Every list has a total order; limit is 1..1000; page and pages follow from total, limit and offset.',
      t.plans('pages are cut by offset'),
      t.frame('with limit %s is refused'),
      t.conformance('page and pages'),
    ),
    rule(
      'R14',
      'An unknown path, and a known one with another method, is 404 highway.api.error.not_found.',
      t.frame('%s %s that is not declared'),
    ),
  ],
}

export const codes: Section = {
  title: 'Decisions: codes',
  rules: [
    rule(
      'COD-1',
      'The table of codes is complete: every refusal stands in it, and nothing stands in it for nothing.',
      t.errors('the refusals of every operation'),
      t.errors('no code stands'),
      t.docs('the pages name every code'),
    ),
  ],
}
