import { isJson, type Json } from '#renderer/grammar/json.ts';

/** A screen to begin with. */
export interface Template {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** The screen without its address. */
  readonly document: Json;
  /** Members of a state that shows what the screen does with an address that has values. */
  readonly sample: Json | undefined;
}

const DOCUMENTS: { readonly [path: string]: Json } = import.meta.glob('./templates/*.screen.json', {
  eager: true,
  import: 'default',
});

/** File names and titles, in the order in which they are offered. */
const TITLES = [
  ['status', 'Status'],
  ['details', 'Details with rows'],
  ['form', 'Form'],
  ['list', 'List'],
  ['code-to-pay', 'Code to pay'],
  ['agreement', 'Agreement'],
  ['confirmation', 'Confirmation'],
  ['help', 'Help page'],
  ['complaint', 'Complaint'],
  ['empty', 'Empty'],
] as const;

export const TEMPLATES: readonly Template[] = TITLES.map(([name, title]) => {
  const document = DOCUMENTS[`./templates/${name}.screen.json`];
  if (document === undefined) throw new Error(`There is no template ${name}.`);
  const { description, 'x-sample': sample, ...rest } = document;
  return {
    name,
    title,
    about: String(description),
    document: rest,
    sample: isJson(sample) ? sample : undefined,
  };
});
