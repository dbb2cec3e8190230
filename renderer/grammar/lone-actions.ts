import { isJson } from './json.ts';
import { joinPointer, splitPointer } from './pointer.ts';

/** Members that are lists of actions. */
const LISTS: ReadonlySet<string | undefined> = new Set(['run', 'exit']);
/** Records whose members are lists of actions. */
const RECORDS: ReadonlySet<string | undefined> = new Set(['on', 'failures', 'links']);
/** Members with data, in which nothing is an action. */
const DATA: ReadonlySet<string> = new Set(['with', 'value', 'query', 'per']);
/** Records of a document whose members have names of the author's choice; those of `RECORDS` and of slots have them anywhere. */
const NAMED: ReadonlySet<string | undefined> = new Set(['lists', 'data', 'overlays', 'bridge']);

/** Whether the value at a place of a document is a list of actions. A list of one action may be written as that action. */
export function isActionsPlace(names: readonly string[]): boolean {
  const [name, around, outer] = [names.at(-1), names.at(-2), names.at(-3)];
  const isPlace = LISTS.has(name) || RECORDS.has(around) || (name === 'fallback' && outer === 'bridge');
  return isPlace && !isInData(names);
}

/** Whether a place is in data, such as what a request sends, in which nothing is an action or a widget. */
export function isInData(names: readonly string[]): boolean {
  return names.some((one, at) => DATA.has(one) && !isChosenName(names, at));
}

/** Whether a name is one of the author's choice, and so no member of the language: a list can be called `value`. */
function isChosenName(names: readonly string[], at: number): boolean {
  const around = names[at - 1];
  return (at === 1 && NAMED.has(around)) || RECORDS.has(around) || around === 'slots';
}

/** The same for a JSON Pointer. */
export function isActionsPointer(pointer: string): boolean {
  return isActionsPlace(splitPointer(pointer));
}

/**
 * Wraps each action that is written in the place of a list in a list. Changes `value`, so nothing else may have a reference to it.
 *
 * @returns Pointers of these lists.
 */
export function listLoneActions(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const names: string[] = [];
  const visit = (holder: { [name: string]: unknown }): void => {
    for (const name of Object.keys(holder)) {
      const inner = holder[name];
      if (typeof inner !== 'object' || inner === null) continue;
      names.push(name);
      if (isJson(inner) && typeof inner['do'] === 'string' && isActionsPlace(names)) {
        holder[name] = [inner];
        found.add(names.reduce(joinPointer, ''));
        names.push('0');
        visit(inner as { [name: string]: unknown });
        names.pop();
      } else visit(inner as { [name: string]: unknown });
      names.pop();
    }
  };
  if (typeof value === 'object' && value !== null) visit(value as { [name: string]: unknown });
  return found;
}
