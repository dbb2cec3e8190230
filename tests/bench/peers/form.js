import { MAX_LENGTH, makeFields, PATTERN, HIDING_VALUE } from '../form.ts';

/*
 * A field, for every page: `kind` is text, digits, date, choice or check. The field `under` decides whether
 * this one is shown: its value must be `is`, or must not be `not`.
 */

const EMPLOYED = { name: 'employment', is: 'employed' };

/** A bank's form: twelve fields of five kinds, three of them conditional. */
export const BANK = [
  { name: 'holder', label: 'Account holder', kind: 'text', required: true, maxLength: 60 },
  { name: 'account', label: 'Account number', kind: 'digits', required: true, pattern: '^[0-9]{10,16}$' },
  { name: 'born', label: 'Date of birth', kind: 'date', required: true },
  { name: 'mobile', label: 'Mobile number', kind: 'digits', required: true, pattern: '^09[0-9]{9}$' },
  { name: 'mail', label: 'E-mail', kind: 'text', pattern: '^[^@ ]+@[^@ ]+$' },
  {
    name: 'employment',
    label: 'Employment',
    kind: 'choice',
    required: true,
    options: [
      { value: 'employed', label: 'Employed' },
      { value: 'own', label: 'Own business' },
      { value: 'none', label: 'Not employed' },
    ],
  },
  { name: 'employer', label: 'Employer', kind: 'text', required: true, under: EMPLOYED },
  { name: 'months', label: 'Months there', kind: 'digits', pattern: '^[0-9]{1,3}$', under: EMPLOYED },
  { name: 'income', label: 'Income a month', kind: 'digits', required: true, pattern: '^[0-9]{1,9}$' },
  {
    name: 'purpose',
    label: 'What the loan is for',
    kind: 'choice',
    required: true,
    options: [
      { value: 'car', label: 'A car' },
      { value: 'repair', label: 'A repair' },
      { value: 'other', label: 'Something else' },
    ],
  },
  {
    name: 'other',
    label: 'What it is',
    kind: 'text',
    required: true,
    under: { name: 'purpose', is: 'other' },
  },
  { name: 'consent', label: 'My data may be processed', kind: 'check', required: true },
].map((field) => ({ initial: '', required: false, ...field }));

/** The long form of `form.ts`. @param isSupplied - Adds the values that a service would send. */
export function longForm(count, isSupplied) {
  return fromService(makeFields(count), isSupplied);
}

/** Fields as in a service's reply. */
export function fromService(items, isSupplied) {
  return items.map(({ name, label, required, initial, under }) => ({
    name,
    label,
    kind: 'text',
    required,
    pattern: `^${PATTERN}$`,
    maxLength: MAX_LENGTH,
    initial: isSupplied ? initial : '',
    ...(under !== '' && { under: { name: under, not: HIDING_VALUE } }),
  }));
}

export const isShown = ({ under }, valueOf) =>
  under === undefined ||
  ('is' in under ? valueOf(under.name) === under.is : valueOf(under.name) !== under.not);

/** Splits the fields into groups of `size`; dependent fields are in the group of the field that controls them. */
export function groupsOf(fields, size) {
  return Array.from({ length: Math.ceil(fields.length / size) }, (_, at) =>
    fields.slice(at * size, (at + 1) * size),
  );
}
