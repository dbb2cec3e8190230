import { readMessages } from '#renderer/grammar/messages.ts';
import { linkedProperty } from '#renderer/grammar/compile/links.ts';
import { isJson, wordOf } from '#renderer/grammar/json.ts';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { type Edited, setAt } from '#src/studio/model/edits.ts';
import { addLink, canBeLink, removeLink } from '#src/studio/model/link-edits.ts';
import { nodeOf } from '#src/studio/model/nodes.ts';
import { filledOf } from '#src/studio/properties/definition.ts';
import { readTranslations, rowsOf, sayIn } from '#src/studio/texts/rows.ts';
import { addCase, casesOfNode, moveCase, removeCase, writeCase } from '#src/studio/words/cases.ts';
import { keepApart, rejoin, contextOn } from '#src/studio/words/one-catalogue.ts';
import { readPlainText } from '#src/studio/words/plain-text.ts';
import { wordsOf } from '#src/studio/words/words.ts';
import type { Command, Desk } from './desk.ts';

/* Commands for texts: cases, links, translations, and texts of one screen. */

/** A text with cases, in any document of the screen. */
function pickCases(desk: Desk) {
  const file = desk.pickFile();
  const found = (file === undefined ? [] : desk.items(file)).flatMap((item) => {
    const node = nodeOf(desk.view, item);
    if (node === undefined) return [];
    return casesOfNode(node.kind, node.type, node.values).map((text) => ({
      item,
      text,
      at: `${item.pointer}${text.pointer}`,
    }));
  });
  return desk.pick(found);
}

/** A node whose text has links, in any document of the screen. */
function pickLinked(desk: Desk) {
  const file = desk.pickFile();
  const found = (file === undefined ? [] : desk.items(file)).flatMap((item) => {
    const node = nodeOf(desk.view, item);
    const shape = node && shapes[node.kind][node.type];
    const property = shape && linkedProperty(shape);
    const links = node?.values['links'];
    return property === undefined || !isJson(links) ? [] : [{ item, property, names: Object.keys(links) }];
  });
  return desk.pick(found);
}

/** A text with translations of its own on the screen. */
function pickApart(desk: Desk) {
  const context = contextOn(desk.screen);
  const file = desk.pickFile();
  const found = (file === undefined ? [] : desk.items(file)).flatMap((item) => {
    const node = nodeOf(desk.view, item);
    return (node === undefined ? [] : filledOf(node.kind, node.type)).flatMap((property) => {
      const text = readPlainText(node?.values[property.name]);
      return text?.context === context ? [{ item, property, source: text.source, context }] : [];
    });
  });
  return desk.pick(found);
}

/** Makes an edit of cases if the draft has no more errors after it. */
function changeSoundly(
  desk: Desk,
  file: string,
  edit: (source: { path: string; text: string }) => Edited,
): boolean {
  const { text } = edit({ path: file, text: desk.view.texts.get(file) ?? '' });
  const found = desk.workspace.wouldFind({ [file]: text });
  if (found.some(({ severity }) => severity === 'error')) return false;
  desk.change('Cases', edit, { file, pointer: '' });
  return true;
}

export const TEXTS: { readonly [name: string]: Command } = {
  'writes a case of a text'(desk) {
    const found = pickCases(desk);
    const index = found && desk.pick([...found.text.cases.keys()]);
    const one = found && index !== undefined ? found.text.cases[index] : undefined;
    if (found === undefined || index === undefined || one === undefined) return undefined;
    const { item, at } = found;
    desk.change(
      'Text',
      (file) => writeCase(file, at, index, { ...one, text: desk.words }),
      item,
      `${at} ${index}`,
    );
    const entry = joinPointer(`${at}/choose`, index);
    const pointer = one.when === undefined ? entry : `${entry}/value`;
    return { typed: [{ place: { file: item.file, pointer }, value: desk.words }] };
  },
  'adds a case of a text'(desk) {
    const found = pickCases(desk);
    if (found === undefined) return undefined;
    const one = { when: 'true', text: desk.words };
    const isAdded = changeSoundly(desk, found.item.file, (file) =>
      addCase(file, found.at, found.text.cases, one),
    );
    return isAdded ? {} : undefined;
  },
  'moves a case of a text'(desk) {
    const found = pickCases(desk);
    const index = found && desk.pick([...found.text.cases.keys()].slice(1));
    if (found === undefined || index === undefined) return undefined;
    return changeSoundly(desk, found.item.file, (file) => moveCase(file, found.at, index, -1))
      ? {}
      : undefined;
  },
  'removes a case of a text'(desk) {
    const found = pickCases(desk);
    const index = found && desk.pick([...found.text.cases.keys()]);
    if (found === undefined || index === undefined) return undefined;
    const { item, at, text } = found;
    const isDone = changeSoundly(desk, item.file, (file) => removeCase(file, at, text, index));
    // A single text that is left is written without its cases.
    const pointer = text.cases.length === 2 ? at : joinPointer(`${at}/choose`, index);
    return isDone ? { replaced: [{ file: item.file, pointer }] } : undefined;
  },
  'makes words a link'(desk) {
    const found = desk.pickNode();
    const shape = found && shapes[found.kind][found.type];
    const property = shape && linkedProperty(shape);
    if (found === undefined || property === undefined || !canBeLink(desk.words)) return undefined;
    const { item } = found;
    desk.change(
      'Link',
      (source) => addLink(source, item.pointer, property, desk.words, { do: 'back' }),
      item,
    );
    return {};
  },
  'removes a link'(desk) {
    const found = pickLinked(desk);
    const name = found && desk.pick(found.names);
    if (found === undefined || name === undefined) return undefined;
    const { item, property } = found;
    desk.change('Remove the link', (source) => removeLink(source, item.pointer, property, name), item);
    const pointer = joinPointer(item.pointer, 'links');
    return { replaced: [{ file: item.file, pointer }] };
  },
  'writes a translation'(desk) {
    const { view } = desk;
    const read = readMessages(view.files.filter(({ path }) => !path.startsWith('screens/messages/')));
    if ('errors' in read) return undefined;
    const translations = readTranslations(view.texts, view.good?.app?.languages.list ?? []);
    const message = desk.pick(read.messages);
    const cell = message && desk.pick(rowsOf([message], translations)[0]?.cells ?? []);
    if (message === undefined || cell === undefined) return undefined;
    const path = `screens/messages/${cell.language}.json`;
    desk.workspace.edit(sayIn(view.texts.get(path), message, cell, { category: 'other', text: desk.words }));
    const group = message.context === undefined ? '/messages' : joinPointer('/contexts', message.context);
    return { replaced: [{ file: path, pointer: joinPointer(group, message.source) }] };
  },
  'changes a text on one screen only'(desk) {
    const item = desk.pickItem(({ file }) => !file.startsWith('screens/parts/'));
    const language = desk.pick(desk.view.good?.app?.languages.list ?? []);
    if (item === undefined || language === undefined) return undefined;
    const said = desk.view.good?.screens[desk.screen]?.plan.messages[language] ?? {};
    const words = desk.pick(
      wordsOf(desk.view, item, { language, said }).filter((one) => one.context === undefined && one.language),
    );
    if (words === undefined) return undefined;
    const live = desk.view.base.find(({ path }) => path === `screens/messages/${language}.json`)?.text;
    desk.workspace.edit({ label: 'Own words', changes: keepApart(desk.view, desk.screen, words, live) });
    const pointer = joinPointer(item.pointer, words.property.name);
    const entry = joinPointer('/messages', words.source);
    return {
      replaced: [
        { file: item.file, pointer },
        { file: `screens/messages/${language}.json`, pointer: entry },
      ],
    };
  },
  'gives a text the words of all screens again'(desk) {
    const found = pickApart(desk);
    if (found === undefined) return undefined;
    const { item, property, source, context } = found;
    const { changes } = rejoin(desk.view, desk.screen, { place: item, property, source });
    desk.workspace.edit({ label: 'Words of all screens', changes });
    const entry = joinPointer(joinPointer('/contexts', context), source);
    return {
      replaced: [
        { file: item.file, pointer: joinPointer(item.pointer, property.name) },
        ...Object.keys(changes).map((file) => ({ file, pointer: entry })),
      ],
    };
  },
  'makes cases of a plain text in the JSON'(desk) {
    const found = desk.pickNode();
    const text = found?.values['text'];
    if (found === undefined || typeof text !== 'string') return undefined;
    const pointer = joinPointer(found.item.pointer, 'text');
    const cases = { choose: [{ when: 'true', value: desk.words }, wordOf(text)] };
    desk.change('Cases', (source) => setAt(source, pointer, cases), found.item);
    return { typed: [{ place: { file: found.item.file, pointer }, value: cases }] };
  },
};
