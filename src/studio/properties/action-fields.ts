import { isJson, type Json } from '#renderer/grammar/json.ts';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import { type Filled, filledOf, type FormGroup, isField } from './definition.ts';
import { wordsOf } from './describe.ts';
import { isShownWhole } from './shown.ts';

/** Fields for the members of an action list that a field shows completely. Names are JSON Pointers. */
export function actionFields(list: unknown, pointer: string): readonly Omit<Filled, 'field' | 'state'>[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((action: unknown, at) => {
    if (!isJson(action)) return [];
    const place = joinPointer(pointer, String(at));
    const called = `${at + 1} ${wordsOf(String(action['do'])).toLowerCase()}`;
    const own = filledOf('actions', String(action['do'])).flatMap(
      ({ name, title, help, shape: usual, way }) => {
        // A member that is there stays: its field would disappear with it.
        const shape = { ...usual, required: true };
        const leaf = {
          name: joinPointer(place, name),
          title: `${called}: ${title.toLowerCase()}`,
          help,
          shape,
          way,
        };
        const isShown =
          isField(leaf) &&
          action[name] !== undefined &&
          isShownWhole({ ...leaf, field: '', state: '' }, action[name]);
        return isShown ? [leaf] : [];
      },
    );
    return [...own, ...inputFields(action, `${place}/with`, called)];
  });
}

/** Fields for what an action passes on. */
function inputFields(
  action: Json,
  pointer: string,
  called: string,
): readonly Omit<Filled, 'field' | 'state'>[] {
  const given = action['with'];
  return Object.entries(isJson(given) ? given : {}).flatMap(([name, value]) => {
    if (typeof value !== 'string') return [];
    const leaf = {
      name: joinPointer(pointer, name),
      title: `${called}, ${wordsOf(name).toLowerCase()}`,
      help: '',
      shape: { slot: 'any', required: true } as const,
      way: 'box' as const,
    };
    return isShownWhole({ ...leaf, field: '', state: '' }, value) ? [leaf] : [];
  });
}

/** One group for each list of actions that a node has: of its events, and of its links. */
export function actionGroups(node: Json): readonly FormGroup[] {
  const lists = ['on', 'links'].flatMap((member) => {
    const named = node[member];
    return Object.entries(isJson(named) ? named : {}).map(([name, list]) => ({
      title: `${member === 'on' ? 'On' : 'Link'} ${wordsOf(name).toLowerCase()}`,
      fields: actionFields(list, joinPointer(`/${member}`, name)),
    }));
  });
  return lists.flatMap(({ title, fields }, group) =>
    fields.length === 0
      ? []
      : [
          {
            title,
            isOpen: true,
            properties: fields.map((leaf, at) => ({
              ...leaf,
              field: `a-${group}-${at}`,
              state: `a${group}x${at}`,
            })),
          },
        ],
  );
}
