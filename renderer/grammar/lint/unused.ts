import { readsOf } from '../compile/plan-expression.ts';
import { isTickBox, widgetShape } from '../compile/written-type.ts';
import { isJson } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { Reading } from '../world.ts';
import type { WrittenDocument, WrittenNode } from './document.ts';

/** Warns about state and timers that nothing reads. */
export function lintState(document: WrittenDocument): void {
  const readings = document.readings.filter(({ pointer }) => !isWritten(pointer));
  const read = pathsRead(readings);
  const targets = targetsIn(document);
  for (const name of Object.keys(isJson(document.raw['state']) ? document.raw['state'] : {})) {
    const path = `state.${name}`;
    // "state.count + 1", written to "state.count", does not count as a read.
    const own = [...targets].flatMap(([pointer, target]) => (target === path ? [`${pointer}/value`] : []));
    const others = own.length === 0 ? read : pathsRead(readings.filter((one) => !isWithin(one.pointer, own)));
    if (isRead(path, others)) continue;
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

/** Warns about fields whose value is never sent, shown or used in a condition. */
export function lintFields(document: WrittenDocument): void {
  const readings = document.readings.filter(
    ({ pointer }) => !isWritten(pointer) && !pointer.endsWith('/bind'),
  );
  const read = pathsRead(readings);
  for (const node of document.nodes) {
    const { raw, type, pointer } = node;
    if (type === 'group' || switchesWhatItContains(type) || isItsOwnUse(node)) continue;
    const at = typeof raw['name'] === 'string' ? 'name' : 'bind';
    const path = at === 'name' ? pathInForm(node) : raw['bind'];
    if (typeof path !== 'string') continue;
    // Reads by the field itself do not count, but reads in its body do.
    const isOwn = (one: Reading) =>
      isWithin(one.pointer, [pointer]) && !isWithin(one.pointer, [`${pointer}/body`]);
    if (isRead(path, read) && isRead(path, pathsRead(readings.filter((one) => !isOwn(one))))) continue;
    document.report(
      'field/unsent',
      `${pointer}/${at}`,
      `${callField(raw, path)} is not sent, shown or used in a condition: what the visitor enters is lost.`,
      'value',
      at === 'name'
        ? `send "\${${path}}" with the request of the form, or remove the field; a field that only confirms has the rule "check" or "equals"`
        : 'read it, or remove the field',
    );
  }
}

/** The label is what people see; a label that is computed has no fixed words. */
function callField({ label }: WrittenNode['raw'], path: string): string {
  return typeof label === 'string' && !label.includes('${') ? `The field "${label}"` : `"${path}"`;
}

/** The path of a form field; undefined for other nodes and inside records of a list. */
export function pathInForm({ raw, ancestors }: WrittenNode): string | undefined {
  const index = ancestors.findIndex(({ type }) => type === 'form');
  const form = ancestors[index]?.raw['id'];
  const inside = ancestors.slice(index + 1);
  if (typeof form !== 'string' || inside.some(({ type }) => type === 'repeat')) return undefined;
  const groups = inside.filter(({ type }) => type === 'group').map((group) => String(group.raw['name']));
  return ['form', form, ...groups, String(raw['name'])].join('.');
}

/** Whether a widget has a state for the widgets in it, such as which of them is shown. */
function switchesWhatItContains(type: string): boolean {
  const { properties = {} } = widgetShape(type) ?? {};
  return properties['name'] === undefined && Object.values(properties).some(({ slot }) => slot === 'nodes');
}

/** Whether a field is useful without being read: a required tick box, a value that is entered twice, a word to type. */
function isItsOwnUse({ raw, type }: WrittenNode): boolean {
  // Read-only fields have no input.
  if (raw['readOnly'] === true || raw['compute'] !== undefined) return true;
  const rules = Array.isArray(raw['rules']) ? (raw['rules'] as unknown[]) : [];
  return rules.some(
    (rule) =>
      isJson(rule) &&
      (rule['rule'] === 'equals' ||
        rule['rule'] === 'check' ||
        (isTickBox(type) && rule['rule'] === 'required')),
  );
}

/** The state that each `set` writes, by the action's pointer. */
function targetsIn({ actions }: WrittenDocument): ReadonlyMap<string, unknown> {
  return new Map(
    actions.flatMap(({ raw, pointer }) => (raw['do'] === 'set' ? [[pointer, raw['target']]] : [])),
  );
}

function isWithin(pointer: string, places: readonly string[]): boolean {
  return places.some((place) => pointer === place || pointer.startsWith(`${place}/`));
}

/** Whether a reading is the target of a write. */
function isWritten(pointer: string): boolean {
  return /\/target(?:\/\d+)?$/.test(pointer);
}

function pathsRead(readings: readonly Reading[]): ReadonlySet<string> {
  const paths = readings.flatMap(({ typed }) => (typed === undefined ? [] : readsOf(typed.lowered)));
  // `form.f.changes.name` reads the field `form.f.name`.
  return new Set(paths.flatMap((path) => [path, path.replace(/^(form\.[^.]+)\.changes\b/, '$1')]));
}

/** Whether a path, one of its members or one of its parents is read. */
function isRead(path: string, read: ReadonlySet<string>): boolean {
  for (const one of read) {
    if (one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`)) return true;
  }
  return false;
}
