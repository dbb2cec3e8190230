import { readsOf } from '../elaborate/plan-expression.ts';
import { isJson } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { Reading } from '../world.ts';
import type { WrittenDocument, WrittenNode } from './document.ts';

/** Warns about state and timers that nothing reads. */
export function lintState(document: WrittenDocument): void {
  const read = pathsRead(document.readings.filter(({ pointer }) => !isWritten(pointer)));
  for (const name of Object.keys(isJson(document.raw['state']) ? document.raw['state'] : {})) {
    if (isRead(`state.${name}`, read)) continue;
    const help = `read it, or remove it and what writes it`;
    document.report(
      'state/unused',
      joinPointer('/state', name),
      `Nothing reads "state.${name}".`,
      'key',
      help,
    );
  }
  for (const name of Object.keys(isJson(document.raw['timers']) ? document.raw['timers'] : {})) {
    if (isRead(`timer.${name}`, read)) continue;
    const help = 'read it, or remove it and what starts it';
    document.report(
      'timer/unused',
      joinPointer('/timers', name),
      `Nothing reads "timer.${name}".`,
      'key',
      help,
    );
  }
}

/** Warns about fields whose value nothing sends, shows or decides by. */
export function lintFields(document: WrittenDocument): void {
  const read = pathsRead(
    document.readings.filter(({ pointer }) => !isWritten(pointer) && !pointer.endsWith('/bind')),
  );
  for (const node of document.nodes) {
    const { raw, type, pointer } = node;
    if (type === 'group' || type === 'tabs' || isItsOwnUse(node)) continue;
    const at = typeof raw['name'] === 'string' ? 'name' : 'bind';
    const path = at === 'name' ? pathInForm(node) : raw['bind'];
    if (typeof path !== 'string' || isRead(path, read)) continue;
    document.report(
      'field/unsent',
      `${pointer}/${at}`,
      `Nothing reads "${path}": what the visitor enters is lost.`,
      'value',
      at === 'name'
        ? `send "\${${path}}" with the request of the form, or remove the field`
        : 'read it, or remove the field',
    );
  }
}

/** The path of a field of a form; undefined for other nodes and inside the records of a list. */
export function pathInForm({ raw, ancestors }: WrittenNode): string | undefined {
  const index = ancestors.findIndex(({ type }) => type === 'form');
  const form = ancestors[index]?.raw['id'];
  const inside = ancestors.slice(index + 1);
  if (typeof form !== 'string' || inside.some(({ type }) => type === 'repeat')) return undefined;
  const groups = inside.filter(({ type }) => type === 'group').map((group) => String(group.raw['name']));
  return ['form', form, ...groups, String(raw['name'])].join('.');
}

/** A tick that a form requires, and what is entered a second time, have done their work when the form is valid. */
function isItsOwnUse({ raw, type }: WrittenNode): boolean {
  // Nobody enters what is only read.
  if (raw['readOnly'] === true || raw['compute'] !== undefined) return true;
  const rules = Array.isArray(raw['rules']) ? (raw['rules'] as unknown[]) : [];
  return rules.some(
    (rule) =>
      isJson(rule) && (rule['rule'] === 'equals' || (type === 'check' && rule['rule'] === 'required')),
  );
}

/** Whether an action writes what is read there. */
function isWritten(pointer: string): boolean {
  return /\/target(?:\/\d+)?$/.test(pointer);
}

function pathsRead(readings: readonly Reading[]): ReadonlySet<string> {
  return new Set(readings.flatMap(({ typed }) => (typed === undefined ? [] : readsOf(typed.lowered))));
}

/** Whether a path, something in it, or what it is in is read. */
function isRead(path: string, read: ReadonlySet<string>): boolean {
  for (const one of read) {
    if (one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`)) return true;
  }
  return false;
}
