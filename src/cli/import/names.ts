import { checkNewName } from '#renderer/grammar/expression/names.ts';
import type { Slot } from './slot.ts';

/** Names every field in its form or record: the names on its path, joined. */
export function nameFields(root: Slot): void {
  nameIn(root, new Set());
}

function nameIn(slot: Slot, taken: Set<string>): void {
  const base = baseOf(slot);
  for (const selector of slot.selectors) {
    const kind = take(`${base}_kind`, taken);
    selector.names =
      selector.kind === 'one'
        ? [kind]
        : selector.titles.map((_, index) => take(`${base}_${index + 1}`, taken));
  }
  for (const variant of slot.variants) {
    const isSilent =
      variant.options?.length === 1 && slot.isAlways && !slot.isMixed && variant.type !== 'boolean';
    if (variant.type === 'object' || isSilent) continue;
    variant.field = take(slot.isMixed ? `${base}_${variant.type}` : base, taken);
  }
  const isObject = slot.variants.some(({ type }) => type === 'object');
  if (isObject && !slot.isAlways && !slot.isMixed && slot.name !== '*')
    slot.toggle = take(`${base}_given`, taken);
  for (const member of slot.members.values()) {
    if (member.described.op !== 'false') nameIn(member, taken);
  }
  // The records of a list have their own names.
  if (slot.items !== undefined && slot.variants.some(({ type }) => type === 'array')) {
    nameIn(slot.items, new Set());
  }
}

function baseOf(slot: Slot): string {
  if (slot.name === '*') return 'value';
  const { parent } = slot;
  const own = slot.name.replace(/[^A-Za-z0-9_]/g, '_') || 'value';
  const above =
    parent === undefined || parent.parent === undefined || parent.name === '*' ? '' : `${baseOf(parent)}_`;
  return (above + own).slice(-48).replace(/^[0-9]/, '_$&');
}

function take(name: string, taken: Set<string>): string {
  const free = checkNewName(name, []) === undefined ? name : `${name}_`;
  let found = free;
  for (let count = 2; taken.has(found); count += 1) found = `${free}_${count}`;
  taken.add(found);
  return found;
}
