import { NESTS } from '../../plan/nests.ts';
import { readsOf } from '../compile/plan-expression.ts';
import { isJson, type Json } from '../json.ts';
import { recordsIn } from '../pointer.ts';
import type { World } from '../world.ts';
import type { WrittenDocument, WrittenNode } from './document.ts';

/** Widgets in which the Return key sends the form, if they are last. */
const TYPED = new Set(['number-field', 'text-field']);

/** Warns about forms that cannot be sent and whose fields are not used otherwise. */
export function lintForms(document: WrittenDocument, world: World): void {
  const sent = formsNamedBy(document, 'submit');
  const validated = formsNamedBy(document, 'validate');
  for (const form of document.nodes) {
    const id = form.raw['id'];
    if (form.type !== 'form' || typeof id !== 'string' || sent.has(id)) continue;
    const inside = document.nodes.filter(({ ancestors }) => ancestors.includes(form));
    const parts = inside.flatMap((node) => partWithFields(node.raw, world));
    if (parts.some((part) => mayPartSend(part, world))) continue;
    const fields = inside.filter(isField);
    const submit = isJson(form.raw['on']) ? form.raw['on']['submit'] : undefined;
    const hasList = Array.isArray(submit) && submit.length > 0;
    if (
      !hasList &&
      ((fields.length === 0 && parts.length === 0) || validated.has(id) || isFormRead(document, id, fields))
    )
      continue;
    const isTyped = hasList && fields.some(({ type }) => TYPED.has(type));
    document.report(
      'form/unsent',
      `${form.pointer}/id`,
      isTyped
        ? `No button sends the form "${id}": only Return in its last text field does, and many keyboards of phones have no such key.`
        : `Nothing sends the form "${id}".`,
      'value',
      `add a button with "on": { "tap": [{ "do": "submit", "form": "${id}" }] }`,
    );
  }
}

/** The part that a node uses, as a list: empty if it is no part, or not one that has fields of the form around it. */
function partWithFields({ type, part }: Json, { parts }: World): Json[] {
  const found = type === 'part' ? parts.get(String(part))?.value : undefined;
  return isJson(found) && found['form'] !== undefined ? [found] : [];
}

/** Whether a part, or maybe a part in it, sends the form around it. */
function mayPartSend(part: Json, world: World): boolean {
  return [...recordsIn(part)].some(
    ({ record }) =>
      (record['do'] === 'submit' && record['form'] === part['form']) ||
      (isJson(record) && partWithFields(record, world).length > 0),
  );
}

function isField({ raw, type }: WrittenNode): boolean {
  return typeof raw['name'] === 'string' && !NESTS.has(type);
}

function formsNamedBy({ raw }: WrittenDocument, action: string): ReadonlySet<unknown> {
  return new Set(
    [...recordsIn(raw)].flatMap(({ record }) => (record['do'] === action ? [record['form']] : [])),
  );
}

/** Whether something reads a value of the form. Reads by the fields themselves do not count. */
function isFormRead({ readings }: WrittenDocument, id: string, fields: readonly WrittenNode[]): boolean {
  return readings.some(
    ({ pointer, typed }) =>
      typed !== undefined &&
      !/\/target(?:\/\d+)?$/.test(pointer) &&
      !fields.some((field) => pointer.startsWith(`${field.pointer}/`)) &&
      readsOf(typed.lowered).some((path) => path === 'form' || `${path}.`.startsWith(`form.${id}.`)),
  );
}
