import { isJson, type Json } from '#renderer/grammar/json.ts';
import { joinPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { conditionOf, kindsAt } from '#src/studio/actions/kinds.ts';
import { type ActionList, listsOfDocument, listsOfNode } from '#src/studio/actions/lists.ts';
import { formOfStep, readControl } from '#src/studio/actions/step-fields.ts';
import { surroundingsOf } from '#src/studio/actions/surroundings.ts';
import { addAction, removeAction, removeCase, setInAction } from '#src/studio/model/action-edits.ts';
import { insertItem, moveItem, repeatItem, setAt } from '#src/studio/model/edits.ts';
import { nodeOf } from '#src/studio/model/nodes.ts';
import type { Command, Desk } from './desk.ts';

/* Commands for what happens on tap, on send, on enter, … */

interface Steps extends ActionList {
  readonly file: string;
  readonly steps: readonly unknown[];
}

/** A list of steps of the screen, also one inside a case or a failure. */
function pickList(desk: Desk): Steps | undefined {
  const file = desk.pickFile();
  if (file === undefined) return undefined;
  const document = desk.document(file);
  const ofNodes = desk.items(file).flatMap((item) => {
    const node = nodeOf(desk.view, item);
    return node === undefined ? [] : listsOfNode(node.kind, node.values, item.pointer);
  });
  const all = [...ofNodes, ...listsOfDocument(file, document)].flatMap((one) => [
    one,
    ...branchesIn(valueAt(document, one.pointer), one.pointer).map((pointer) => ({ ...one, pointer })),
  ]);
  const list = desk.pick(all);
  if (list === undefined) return undefined;
  const steps = valueAt(document, list.pointer);
  return { ...list, file, steps: Array.isArray(steps) ? steps : [] };
}

function branchesIn(steps: unknown, list: string): readonly string[] {
  if (!Array.isArray(steps)) return [];
  return steps.flatMap((step: unknown, at) =>
    ['cases', 'catch'].flatMap((member) => {
      const cases: unknown = isJson(step) ? step[member] : undefined;
      return Array.isArray(cases)
        ? cases.flatMap((one: unknown, nth) => {
            const run = `${joinPointer(list, at)}/${member}/${nth}/run`;
            return [run, ...branchesIn(isJson(one) ? one['run'] : undefined, run)];
          })
        : [];
    }),
  );
}

function pickStep(
  desk: Desk,
): (Steps & { readonly at: number; readonly step: Json; readonly place: string }) | undefined {
  const list = pickList(desk);
  const at = list && desk.pick([...list.steps.keys()]);
  const step = list && at !== undefined ? list.steps[at] : undefined;
  if (list === undefined || at === undefined || !isJson(step)) return undefined;
  return { ...list, at, step, place: joinPointer(list.pointer, at) };
}

export const STEPS: { readonly [name: string]: Command } = {
  'adds a step'(desk) {
    const list = pickList(desk);
    if (list === undefined) return undefined;
    const { file, pointer, steps, begun, handlesFailure = false } = list;
    const kind = desk.pick(kindsAt(surroundingsOf(desk.view.files, file), { begun, handlesFailure }));
    if (kind === undefined) return undefined;
    desk.change('New step', (source) => addAction(source, pointer, steps.length, kind.action), {
      file,
      pointer,
    });
    return { typed: [{ place: { file, pointer: joinPointer(pointer, steps.length) }, value: kind.action }] };
  },
  'moves a step'(desk) {
    const found = pickStep(desk);
    if (found === undefined || found.at === 0) return undefined;
    desk.change('Move a step', (source) => moveItem(source, found.place, -1), found);
    return {};
  },
  'duplicates a step'(desk) {
    const found = pickStep(desk);
    if (found === undefined) return undefined;
    desk.change('Duplicate a step', (source) => repeatItem(source, found.place), found);
    return {};
  },
  'removes a step'(desk) {
    const found = pickStep(desk);
    if (found === undefined) return undefined;
    const { file, pointer, place, steps } = found;
    desk.change('Remove a step', (source) => removeAction(source, place), found);
    // The list, and the record of events around it, go with the last step.
    const list = steps.length > 1 ? [] : [pointer, pointer.replace(/\/[^/]+$/, '')];
    return { replaced: [place, ...list].map((one) => ({ file, pointer: one })) };
  },
  'writes a field of a step'(desk) {
    const found = pickStep(desk);
    if (found === undefined) return undefined;
    const { file, step, place, begun } = found;
    const field = desk.pick(formOfStep(step, surroundingsOf(desk.view.files, file), begun).fields);
    if (field === undefined) return undefined;
    const { control, isOptional } = field;
    const content =
      control.way === 'choice'
        ? desk.pick(control.options)?.value
        : control.way === 'flag'
          ? desk.pick(['true', 'false'])
          : control.way === 'number'
            ? '5'
            : desk.words;
    if (content === undefined || control.way === 'several') return undefined;
    const value = readControl(control, content, isOptional);
    const pointer = `${place}${field.pointer}`;
    desk.change(
      'Field of a step',
      (source) => setInAction(source, place, { [field.pointer]: value }),
      found,
      pointer,
    );
    return { typed: [{ place: { file, pointer }, value }], replaced: [{ file, pointer }] };
  },
  'adds a failure or a case'(desk) {
    const found = pickStep(desk);
    if (found === undefined) return undefined;
    const { step, place } = found;
    const isChoice = step['do'] === 'choose';
    const list = `${place}/${isChoice ? 'cases' : 'catch'}`;
    const cases = step[isChoice ? 'cases' : 'catch'];
    const one = { when: isChoice ? 'true' : conditionOf('business'), run: [] };
    const isFirst = !Array.isArray(cases) || cases.length === 0;
    desk.change(
      'If it fails',
      (source) => (isFirst ? setAt(source, list, [one]) : insertItem(source, list, 0, one)),
      found,
    );
    return { typed: [{ place: { file: found.file, pointer: joinPointer(list, 0) }, value: one }] };
  },
  'removes or moves a failure or a case'(desk) {
    const found = pickStep(desk);
    const member = desk.pick(['cases', 'catch'] as const);
    const cases = member && found?.step[member];
    const at = desk.pick(Array.isArray(cases) ? [...cases.keys()] : []);
    if (found === undefined || !Array.isArray(cases) || at === undefined) return undefined;
    const list = `${found.place}/${member}`;
    const pointer = joinPointer(list, at);
    if (desk.pick([true, false]) === true) {
      desk.change('Move a case', (source) => moveItem(source, pointer, -1), found);
      return {};
    }
    if (cases.length === 1 && member === 'cases') return undefined;
    desk.change('Remove a case', (source) => removeCase(source, pointer), found);
    return {
      replaced: [pointer, ...(cases.length === 1 ? [list] : [])].map((one) => ({
        file: found.file,
        pointer: one,
      })),
    };
  },
};
