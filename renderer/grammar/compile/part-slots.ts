import type { Expression } from '../../plan/expression.ts';
import type { NodePlan } from '../../plan/plan.ts';
import { isJson, type Json } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { NodePlace } from './node-place.ts';
import { withReads } from './node-reads.ts';

/** Where a part places a slot. */
export interface SlotPlacing {
  /** In a form, a group or a list of the part: fields there would belong to the part. */
  readonly isEnclosed: boolean;
  readonly isInOverlay: boolean;
}

/** `compileNodes`, which is passed on because these modules would import each other. */
export type CompileBody = (raw: unknown, pointer: string, place: string, at: NodePlace) => NodePlan[];

/** Reads a slot of a part. It becomes a placeholder that each use of the part replaces. */
export function compileSlot(
  raw: Json,
  pointer: string,
  id: string,
  at: NodePlace,
  compileBody: CompileBody,
): NodePlan {
  const name = typeof raw['slot'] === 'string' ? raw['slot'] : '';
  checkPlace(name, pointer, at);
  at.draft.placed.set(name, {
    isEnclosed: (at.record !== undefined && !isDirectlyInUse(at)) || at.isEnclosed === true,
    isInOverlay: pointer.startsWith('/overlays/'),
  });
  const body = compileBody(raw['body'], `${pointer}/body`, `${id}-body`, at);
  return { id, type: 'slot', props: { slot: name }, slots: { body }, reads: [] };
}

/** In the form around the use, so that fields of a slot belong to the form of the use, too. */
function isDirectlyInUse({ record, isOfUse }: NodePlace): boolean {
  return isOfUse === true && record?.length === 2 && record[0] === 'form';
}

function checkPlace(name: string, pointer: string, at: NodePlace): void {
  const { draft, slots } = at;
  if (slots === undefined) {
    draft.report('slot/place', `${pointer}/type`, 'Only a part can have slots; this document is a screen.');
  } else if (!slots.has(name)) {
    draft.reportUnknown('slot/unknown', `${pointer}/slot`, 'slot', name, slots);
  } else if (draft.placed.has(name)) {
    draft.report('slot/place', `${pointer}/slot`, `This part contains the slot "${name}" already.`);
  } else if (isRepeated(at)) {
    draft.report(
      'slot/place',
      `${pointer}/slot`,
      'A slot under "each" or in a repeating group would show the same widgets several times.',
      'place it outside the list',
    );
  } else if (pointer.endsWith('/fallback')) {
    draft.report('slot/place', `${pointer}/type`, 'A fallback is one node; a slot may hold several.');
  }
}

/** Reports declared slots that the part does not place. */
export function checkPlaced({ draft, slots = new Set() }: NodePlace): void {
  for (const name of slots) {
    if (draft.placed.has(name)) continue;
    const message = `The body of the part does not contain the slot "${name}".`;
    const help = `write { "type": "slot", "slot": "${name}" } in its body`;
    draft.reportName('slot/not-placed', joinPointer('/slots', name), message, help);
  }
}

/** Whether a use fills slots of its part. */
export function isFilled({ slots }: Json): boolean {
  return isJson(slots) && Object.keys(slots).length > 0;
}

/** Reads the widgets that a use puts into the slots of its part. They read the names of this document. */
export function compileFilled(
  raw: Json,
  pointer: string,
  id: string,
  at: NodePlace,
  placed: ReadonlyMap<string, SlotPlacing>,
  compileBody: CompileBody,
): ReadonlyMap<string, readonly NodePlan[]> {
  const filled = new Map<string, readonly NodePlan[]>();
  const { draft } = at;
  if (!isJson(raw['slots'])) return filled;
  const list = `${pointer}/slots`;
  draft.demandGrammar(5, '"slots" of part', list);
  if (isFilled(raw) && (isRepeated(at) || pointer.endsWith('/fallback'))) {
    const message = 'Slots are not filled under "each", in a repeating group or in a fallback.';
    draft.reportName('slot/place', list, message, 'use another part there');
  }
  for (const [name, nodes] of Object.entries(raw['slots'])) {
    const placing = placed.get(name);
    const place = joinPointer(list, name);
    if (placing === undefined) {
      draft.reportUnknown('slot/unknown', place, 'slot', name, placed.keys());
      continue;
    }
    filled.set(name, compileBody(nodes, place, `${id}-${name}`, placeInside(at, placing)));
  }
  return filled;
}

function placeInside(at: NodePlace, { isEnclosed, isInOverlay }: SlotPlacing): NodePlace {
  if (!isInOverlay) return isEnclosed ? { ...at, isEnclosed } : at;
  const { draft, parts, scope, slots } = at;
  return {
    draft,
    parts,
    scope,
    isRepeated: false,
    ...(slots === undefined ? {} : { slots }),
    ...(isEnclosed ? { isEnclosed } : {}),
  };
}

/** Under `each`, or in a record of a repeating group. */
function isRepeated({ isRepeated: isUnderEach, record }: NodePlace): boolean {
  return isUnderEach || (record !== undefined && record[0] !== 'form');
}

/** The nodes of a group that gets no node of its own: each has the group's condition. */
export function spread(nodes: readonly NodePlan[], visible: Expression | undefined): NodePlan[] {
  if (visible === undefined) return [...nodes];
  return nodes.map((node) =>
    withReads({ ...node, visible: node.visible === undefined ? visible : ['&&', visible, node.visible] }),
  );
}
