import { join } from 'node:path';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { variantName } from '#src/shared/project-paths.ts';
import { loadFixtures } from '#src/simulator/service/load-fixtures.ts';
import { readVariant } from '#src/simulator/states/variants.ts';
import type { Fixtures } from '#src/studio/load.ts';
import { statesOfScreen } from '#src/studio/model/version.ts';
import { saveOverrides } from '#src/studio/variants/overrides.ts';
import {
  duplicate,
  nameFor,
  rehearseWith,
  repliesLeft,
  variantPath,
  variantsOf,
  withReply,
} from '#src/studio/variants/variants.ts';
import { LIBRARY_FIXTURES } from '#src/studio/testing.ts';
import type { Command, Desk } from './desk.ts';

/* Commands for states of the draft: copies of a state with their own replies. */

const SHIPPED: Fixtures = { ...LIBRARY_FIXTURES, ...loadFixtures(join(import.meta.dirname, '../../..')) };

/** A document of the draft that describes a state. */
function pickOwnState(desk: Desk) {
  const path = desk.pick([...desk.view.texts.keys()].filter((one) => variantName(one) !== undefined));
  const text = path === undefined ? undefined : desk.view.texts.get(path);
  return path === undefined || text === undefined ? undefined : { path, text };
}

export const STATES: { readonly [name: string]: Command } = {
  'duplicates a state'(desk) {
    const { view, screen, words, workspace } = desk;
    const { good, goodFiles } = view;
    const plan = good?.plans.get(screen);
    const title = words.trim();
    if (title === '' || good === undefined || plan === undefined) return undefined;
    const fixtures = rehearseWith(SHIPPED, variantsOf(view.read));
    const state = desk.pick(statesOfScreen({ files: goodFiles, compiled: good }, fixtures, screen));
    const scenario = fixtures.scenarios.get(state?.scenario ?? '');
    if (state === undefined || scenario === undefined) return undefined;
    const path = variantPath(
      nameFor(title, (one) => fixtures.scenarios.has(one) || view.texts.has(variantPath(one))),
    );
    const own = view.read.get(variantPath(state.name))?.text;
    workspace.edit({
      label: 'Duplicate',
      changes: { [path]: duplicate(title, state, scenario, plan, own) },
    });
    return { typed: [{ place: { file: path, pointer: '/title' }, value: title }] };
  },
  'adds a reply to a state'(desk) {
    const own = pickOwnState(desk);
    const reply = own && desk.pick(repliesLeft(own.text, own.path, SHIPPED));
    const text = own && reply && withReply(own.text, own.path, reply, SHIPPED);
    if (own === undefined || text === undefined) return undefined;
    desk.workspace.edit({ label: 'Reply', changes: { [own.path]: text } });
    return { replaced: [{ file: own.path, pointer: '' }] };
  },
  'changes the address of a state'(desk) {
    const own = pickOwnState(desk);
    const saved = own && SHIPPED.scenarios.get(readScenarioName(own) ?? '');
    if (own === undefined || saved === undefined) return undefined;
    const params = { orderId: desk.words };
    const text = saveOverrides(own.text, own.path, { saved, replies: {}, params });
    if (text === undefined) return undefined;
    desk.workspace.edit({ label: 'Data', changes: { [own.path]: text } });
    const place = { file: own.path, pointer: '/state/params/orderId' };
    return { typed: [{ place, value: desk.words }], replaced: [{ file: own.path, pointer: '' }] };
  },
  'removes a state of the draft'(desk) {
    const own = pickOwnState(desk);
    if (own === undefined) return undefined;
    desk.workspace.edit({ label: 'Delete', changes: { [own.path]: null } });
    return {};
  },
};

function readScenarioName({ path, text }: { path: string; text: string }): string | undefined {
  return readVariant(parseDocument(text, path).document?.value)?.scenario;
}
