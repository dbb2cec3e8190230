import type { NodePlan } from '../../plan/plan.ts';
import { itemOf } from '../flow/flow.ts';
import type { Json } from '../json.ts';
import { type PropertyShapes, shapes } from '../shapes.generated.ts';
import type { Type } from '../type.ts';
import { bindName } from './elements.ts';
import { itemNameOf } from './forms.ts';
import { readInitialRecords } from './initial.ts';
import type { NodePlace } from './node-place.ts';
import { withReads } from './node-reads.ts';
import { readProperties } from './properties.ts';
import type { Scope } from './scope.ts';

/** Properties that may read the record. */
const OF_RECORD = new Set(['name', 'title', 'remove', 'up', 'down']);
const SHAPE: PropertyShapes = shapes.widgets['repeat']?.properties ?? {};

/** The member that identifies a record; a definition cannot name it. */
const KEY = '#key';

/**
 * Reads a repeating group. It becomes the list, and in it one node that is repeated for each record. `as` is
 * the name of the current record.
 */
export function compileRepeat(
  raw: Json,
  pointer: string,
  id: string,
  at: NodePlace,
  compileBody: (raw: unknown, pointer: string, place: string, at: NodePlace) => NodePlan[],
): NodePlan {
  const { draft } = at;
  const path = [...(at.record ?? []), typeof raw['name'] === 'string' ? raw['name'] : ''];
  const as = itemNameOf(raw);
  const list = typeAt(at.scope, path);
  const items = list?.kind === 'list' ? list.items : undefined;
  const place = `${pointer}/${raw['as'] === undefined ? 'type' : 'as'}`;
  const flow = itemOf(draft.flowOf(['get', ...path], at.scope));
  let scope = bindName(draft, as, place, at.scope, items, { flow, isTyped: true });
  const index = typeof raw['at'] === 'string' ? raw['at'] : undefined;
  if (index !== undefined) scope = bindName(draft, index, `${pointer}/at`, scope, { kind: 'integer' });
  // `readHome` checks the `name` of the list; its records need no form.
  const inside: NodePlace = { ...at, scope, record: [as], form: at.form ?? '', isRepeated: false };
  const own = readProperties(
    draft,
    SHAPE,
    raw,
    pointer,
    at.scope,
    new Set([...SKIPPED, 'title', 'remove', 'up', 'down']),
  );
  const ofRecord = readProperties(draft, SHAPE, raw, pointer, scope, except(OF_RECORD));
  const record: NodePlan = {
    id: draft.makeId(`${id}-record`),
    type: 'repeat',
    props: { record: true, ...ofRecord.props },
    slots: { body: compileBody(raw['body'], `${pointer}/body`, `${id}-body`, inside) },
    each: {
      list: ['get', ...path],
      as,
      ...(index === undefined ? {} : { at: index }),
      key: ['get', as, KEY],
    },
    reads: [],
  };
  draft.origins[record.id] = { file: draft.document.file, pointer };
  const initial = readInitialRecords(raw, pointer, at, items);
  if (initial !== undefined) own.props['initial'] = initial;
  return { id, type: 'repeat', props: own.props, slots: { rows: [withReads(record)] }, reads: [] };
}

const SKIPPED = [
  'initial',
  'as',
  'at',
  'each',
  'key',
  'visibleWhen',
  'id',
  'fallback',
  'placeholders',
  'rules',
  'body',
];

function except(names: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...SKIPPED, ...Object.keys(SHAPE).filter((name) => !names.has(name))]);
}

function typeAt(scope: Scope, [root = '', ...names]: readonly string[]): Type | undefined {
  let type = scope.root(root)?.type;
  for (const name of names) type = type?.kind === 'record' ? type.members.get(name)?.type : undefined;
  return type;
}
