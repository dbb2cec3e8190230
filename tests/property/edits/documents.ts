import { isJson } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { formatDocument } from '#renderer/grammar/format.ts';
import { planReplacements, replaceIn } from '#renderer/grammar/search.ts';
import { acknowledgeInDraft, canBeAcknowledged } from '#src/studio/guard/acknowledge.ts';
import { fixOf } from '#src/studio/json/problems.ts';
import { insertItem, removeItem } from '#src/studio/model/edits.ts';
import { valueAt, joinPointer } from '#renderer/grammar/pointer.ts';
import { whyUnreadable } from '#src/studio/model/nodes.ts';
import { isField } from '#src/studio/properties/definition.ts';
import { settingsOf } from '#src/studio/properties/settings.ts';
import { isShownWhole, readValue } from '#src/studio/properties/shown.ts';
import { setShown } from '#src/studio/properties/write.ts';
import { listScreens, screenPath } from '#src/studio/screens/all-screens.ts';
import { faultInProblems, faultOfRoute } from '#src/studio/screens/address.ts';
import {
  deleteScreen,
  hasPlainTitle,
  moveScreen,
  removeTranslations,
  renameScreen,
} from '#src/studio/screens/change-screens.ts';
import { leadsTo } from '#src/studio/screens/leads.ts';
import { createScreen } from '#src/studio/screens/new-screen.ts';
import { placesIn } from '#src/studio/screens/places.ts';
import { TEMPLATES } from '#src/studio/screens/templates.ts';
import { LIBRARY_FIXTURES } from '#src/studio/testing.ts';
import { APP_FILE } from '#src/shared/project-paths.ts';
import type { Command } from './desk.ts';

/* Commands for whole documents: screens, settings, search and JSON. */

/** What a person types into the JSON, also by mistake. */
const PIECES = ['{', '"', ',', ']', ' ', '\n', '// note\n', '"type": "constructor"', '"a": null, ', '😀'];

export const DOCUMENTS: { readonly [name: string]: Command } = {
  'renames a screen'({ workspace, view, screen, words }) {
    const title = words.trim();
    if (title === '' || !hasPlainTitle(view, screen)) return undefined;
    const changes = renameScreen(view, screen, title);
    if (whyUnreadable(view, changes) !== undefined) return undefined;
    workspace.edit({ label: 'Rename', changes });
    return { typed: [{ place: { file: screenPath(screen), pointer: '/title' }, value: title }] };
  },
  'moves a screen to another address'(desk) {
    const { workspace, view, screen } = desk;
    const route = desk.pick(['/moved', '/other-place', desk.words]) ?? '';
    const changes = moveScreen(view, screen, route);
    if (
      whyUnreadable(view, changes) ??
      faultOfRoute(view, route, screen) ??
      faultInProblems(workspace.wouldFind(changes))
    )
      return undefined;
    workspace.edit({ label: 'Move', changes });
    const place = { file: screenPath(screen), pointer: '/routes' };
    return { typed: [{ place: { ...place, pointer: '/routes/0' }, value: route }], replaced: [place] };
  },
  'deletes a screen'(desk) {
    const { workspace, view, screen } = desk;
    const others = listScreens(view).filter(({ id }) => id !== screen);
    const instead = desk.pick(others)?.id;
    if (instead === undefined) return undefined;
    const deletion = deleteScreen(view, screen, leadsTo(view, screen).length === 0 ? undefined : instead);
    const changes = { ...deletion, ...removeTranslations(view, deletion) };
    const isRefused = workspace.wouldFind(changes).some(({ severity }) => severity === 'error');
    if (isRefused || whyUnreadable(view, changes) !== undefined) return undefined;
    workspace.edit({ label: 'Delete', changes });
    // Passed-on values and settings about the screen go with it.
    return { replaced: Object.keys(changes).map((file) => ({ file, pointer: '' })) };
  },
  'makes a new screen'(desk) {
    const { view, screen, words, workspace } = desk;
    const title = words.trim();
    const template = desk.pick(TEMPLATES);
    const route = desk.pick(['/fresh', '/new-page']) ?? '';
    if (title === '' || template === undefined || faultOfRoute(view, route) !== undefined) return undefined;
    const from = desk.pick([{ template }, { copyOf: screen, state: undefined }]) ?? { template };
    const look = desk.pick(['button', 'row'] as const) ?? 'button';
    const file = screenPath(screen);
    const place = desk.pick(placesIn(file, desk.document(file), look));
    const link = place && { screen, look, place };
    const created = createScreen(view, LIBRARY_FIXTURES, { from, title, route, link });
    const isRefused = workspace.wouldFind(created.changes).some(({ severity }) => severity === 'error');
    if (isRefused || whyUnreadable(view, created.changes) !== undefined) return undefined;
    workspace.edit({ label: 'New screen', changes: created.changes });
    const path = screenPath(created.screen);
    const id = { place: { file: path, pointer: '/id' }, value: created.screen };
    return { typed: [id, { place: { file: path, pointer: '/title' }, value: title }] };
  },
  'writes a setting'(desk) {
    const file = desk.pick([desk.pickFile(), APP_FILE]);
    const document = file === undefined ? undefined : desk.document(file);
    const settings = file === undefined || document === undefined ? undefined : settingsOf(file, document);
    const all = (settings?.groups ?? []).flatMap(({ properties }) => properties).filter(isField);
    const property = desk.pick(all.filter((one) => isShownWhole(one, valueAt(document, one.name))));
    if (file === undefined || property === undefined) return undefined;
    const { shape, way, name } = property;
    const content =
      way === 'flag'
        ? desk.pick([true, false])
        : way === 'words'
          ? desk.pick([...(shape.words ?? [])])
          : desk.words;
    const value = readValue(property, content);
    const place = { file, pointer: name };
    desk.change(property.title, (source) => setShown(source, name, property, value), place, file + name);
    return { typed: [{ place, value }], replaced: [place] };
  },
  'adds or removes a record of the settings'(desk) {
    const file = desk.pick([desk.pickFile(), APP_FILE]);
    const document = file === undefined ? undefined : desk.document(file);
    const list = desk.pick(
      (file === undefined || document === undefined ? undefined : settingsOf(file, document))?.lists ?? [],
    );
    if (file === undefined || list === undefined) return undefined;
    const { pointer, length, blank } = list;
    if (length > 0 && desk.pick([true, false]) === true) {
      const last = joinPointer(pointer, length - 1);
      desk.change('Remove', (source) => removeItem(source, last), { file, pointer });
      return { replaced: [{ file, pointer: last }] };
    }
    desk.change('New', (source) => insertItem(source, pointer, length, blank), { file, pointer });
    return { typed: [{ place: { file, pointer: joinPointer(pointer, length) }, value: blank }] };
  },
  'replaces words in all documents'(desk) {
    const { view, words } = desk;
    const sought = desk.pick(['the', 'loan', 'Pay', 'a']) ?? '';
    const found = view.files
      .filter(({ path }) => path.endsWith('.json'))
      .map((file) => ({ file, plan: planReplacements(file, sought, words, { isExact: true }) }))
      .filter(({ plan }) => plan.some((one) => one.hindrance === undefined))
      .slice(0, 6);
    if (found.length === 0) return undefined;
    const changes = found.map(({ file, plan }) => {
      const text = replaceIn(
        file,
        plan.filter((one) => one.hindrance === undefined),
      );
      return [file.path, formatDocument({ path: file.path, text })] as const;
    });
    desk.workspace.edit({ label: 'Replace', changes: Object.fromEntries(changes) });
    return {};
  },
  'types into the JSON'(desk) {
    const file = desk.pickFile();
    const text = file === undefined ? undefined : desk.view.texts.get(file);
    const piece = desk.pick([...PIECES, desk.words]);
    const at = desk.pick(Array.from({ length: text?.length ?? 0 }, (_unit, nth) => nth));
    if (file === undefined || text === undefined || piece === undefined) return undefined;
    const place = at ?? 0;
    const next = text.slice(0, place) + piece + text.slice(place);
    desk.workspace.edit({ label: 'JSON', changes: { [file]: next }, gesture: `json ${file} 1` });
    return { isText: true, replaced: [{ file, pointer: '' }] };
  },
  'writes an unknown type in the JSON'(desk) {
    const item = desk.pickItem();
    const type = desk.pick(['constructor', 'toString', '__proto__', 'nothing']);
    const written = item && valueAt(desk.document(item.file), `${item.pointer}/type`);
    if (item === undefined || type === undefined || typeof written !== 'string') return undefined;
    const text = desk.view.texts.get(item.file) ?? '';
    const { document } = parseDocument(text, item.file);
    const { line, column } = document?.place(`${item.pointer}/type`) ?? { line: 0, column: 0 };
    if (line === 0) return undefined;
    const start =
      text
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length +
      (line > 1 ? 1 : 0) +
      column -
      1;
    const from = text.indexOf(JSON.stringify(written), start);
    const next = text.slice(0, from) + JSON.stringify(type) + text.slice(from + written.length + 2);
    if (from < 0 || !isJson(parseDocument(next, item.file).document?.value)) return undefined;
    desk.workspace.edit({ label: 'JSON', changes: { [item.file]: next } });
    return { isText: true };
  },
  'takes an offered fix'(desk) {
    const fixes = desk.view.problems.flatMap((problem) => {
      const fix = fixOf(desk.workspace, problem);
      return fix === undefined ? [] : [{ fix, file: problem.file }];
    });
    const chosen = desk.pick(fixes);
    if (chosen === undefined) return undefined;
    chosen.fix.run();
    return { isText: true, replaced: [{ file: chosen.file, pointer: '' }] };
  },
  'says why a warning is intended'(desk) {
    const problem = desk.pick(desk.view.problems.filter(canBeAcknowledged));
    if (problem === undefined || desk.words.trim() === '') return undefined;
    acknowledgeInDraft(desk.workspace, problem, desk.words);
    return {};
  },
};
