import { isJson, type Json, wordOf } from '#renderer/grammar/json.ts';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import { parseExpression } from '#renderer/grammar/expression/syntax.ts';
import { readCondition } from '#src/studio/conditions/read-condition.ts';
import { relationsOf } from '#src/studio/conditions/relations.ts';
import { listSubjects, scopeOf } from '#src/studio/conditions/subjects.ts';
import {
  addItem,
  joinItems,
  removeItem as removeRow,
  wrapItem,
} from '#src/studio/conditions/write-condition.ts';
import { writeTest } from '#src/studio/conditions/write-test.ts';
import { findFormFields } from '#src/studio/fields/form-fields.ts';
import { emptyDraft, readField, writeField } from '#src/studio/fields/field-draft.ts';
import { COLUMN_EDITS, LIST_EDITS } from '#src/studio/members/columns.ts';
import { newRecord } from '#src/studio/members/new-record.ts';
import { insertItem, setAt, setMember } from '#src/studio/model/edits.ts';
import type { Selection } from '#src/studio/model/outline.ts';
import { type Filled, fill, filledOf, isField } from '#src/studio/properties/definition.ts';
import { propertiesOf } from '#src/studio/properties/describe.ts';
import { isShownWhole, readValue } from '#src/studio/properties/shown.ts';
import { setShown, writeProperty } from '#src/studio/properties/write.ts';
import { readPlainText } from '#src/studio/words/plain-text.ts';
import type { Command, Desk, Made } from './desk.ts';

/* Commands for what a node says, shows and asks: properties, records, conditions and added fields. */

/** What a person puts into a field. */
function contentOf(desk: Desk, { way, shape }: Filled): string | boolean | undefined {
  switch (way) {
    case 'flag':
      return desk.pick([true, false]);
    case 'words':
      return desk.pick([...(shape.words ?? []), ...(shape.required ? [] : [''])]);
    case 'count':
      return desk.pick(['0', '12', desk.words]);
    default:
      return desk.words;
  }
}

/** Where a field has written its value, and that value. */
function written(place: Selection, before: unknown, value: unknown): Made {
  const isApart = readPlainText(before)?.context !== undefined;
  const at = isApart ? `${place.pointer}/choose/0` : place.pointer;
  const typed = isApart ? (value ?? '') : value;
  return { typed: [{ place: { file: place.file, pointer: at }, value: typed }], replaced: [place] };
}

/** A list of records of a node: rows, options, rules, columns. */
function pickRecords(desk: Desk) {
  const found = desk.pickNode();
  const property = desk.pick(
    found === undefined ? [] : filledOf(found.kind, found.type).filter(({ way }) => way === 'records'),
  );
  if (found === undefined || property === undefined) return undefined;
  const value = found.values[property.name];
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const { element = '' } = property.shape;
  return {
    ...{ ...found, property, items, element },
    list: joinPointer(found.item.pointer, property.name),
    edits: element === 'column' ? COLUMN_EDITS : LIST_EDITS,
  };
}

/** A row of a condition, as the row form makes it. */
function writeRow(desk: Desk, { file, pointer }: Selection): string | undefined {
  const subject = desk.pick(listSubjects(scopeOf(desk.view.files, file, pointer)));
  const relation = subject && desk.pick(relationsOf(subject.kind, subject.isOptional));
  if (subject === undefined || relation === undefined) return undefined;
  const value =
    subject.kind === 'text'
      ? { kind: 'text' as const, text: desk.words }
      : { kind: 'number' as const, digits: '3' };
  return desk.pick(
    writeTest({ what: subject.what, relation, value }).filter(
      (one) => parseExpression(one).tree !== undefined,
    ),
  );
}

/** Another condition: a row more, a row less, a group. */
function editCondition(desk: Desk, place: Selection, before: string | undefined): string | undefined {
  const group = before === undefined ? undefined : readCondition(before);
  if (before === undefined || group === undefined) return writeRow(desk, place);
  const edit = desk.pick(['add', 'remove', 'wrap', 'join'] as const);
  if (edit === 'remove') return removeRow(before, [0]);
  if (edit === 'join') return joinItems(before, [], group.join === 'all' ? 'any' : 'all');
  if (edit === 'wrap' && group.items.length > 1) return wrapItem(before, [0], before);
  const row = writeRow(desk, place);
  return row === undefined ? before : addItem(before, [], row);
}

export const VALUES: { readonly [name: string]: Command } = {
  'writes a property'(desk) {
    const found = desk.pickNode();
    const property = desk.pick(
      found === undefined
        ? []
        : filledOf(found.kind, found.type).filter(
            (one) => isField(one) && isShownWhole(one, found.values[one.name]),
          ),
    );
    if (found === undefined || property === undefined) return undefined;
    const { item, values } = found;
    const value = readValue(property, contentOf(desk, property));
    writeProperty(desk.change, item, property, value);
    const place = { file: item.file, pointer: joinPointer(item.pointer, property.name) };
    return written(place, values[property.name], value);
  },
  'adds a record to a list'(desk) {
    const found = pickRecords(desk);
    if (found === undefined) return undefined;
    const { item, list, items, element, values, edits } = found;
    const record = newRecord(element, values, items);
    desk.change('New record', (source) => edits.insert(source, list, items.length, record), item);
    return {
      typed: [{ place: { file: item.file, pointer: joinPointer(list, items.length) }, value: record }],
    };
  },
  'moves a record of a list'(desk) {
    const found = pickRecords(desk);
    const at = found && desk.pick([...found.items.keys()].slice(1));
    if (found === undefined || at === undefined) return undefined;
    desk.change('Move', (source) => found.edits.move(source, joinPointer(found.list, at), -1), found.item);
    return {};
  },
  'removes a record of a list'(desk) {
    const found = pickRecords(desk);
    const at = found && desk.pick([...found.items.keys()]);
    if (found === undefined || at === undefined) return undefined;
    const { item, list, items, property, values, element } = found;
    const isLast = items.length === 1 && !property.shape.required;
    desk.change(
      'Remove',
      (source) =>
        isLast ? setAt(source, list, undefined) : found.edits.remove(source, joinPointer(list, at)),
      item,
    );
    const rows: readonly unknown[] =
      element === 'column' && Array.isArray(values['rows']) ? values['rows'] : [];
    return {
      replaced: [
        { file: item.file, pointer: isLast ? list : joinPointer(list, at) },
        ...rows.map((_row, nth) => ({ file: item.file, pointer: `${item.pointer}/rows/${nth}/cells/${at}` })),
      ],
    };
  },
  'writes a member of a record'(desk) {
    const found = pickRecords(desk);
    const at = found && desk.pick([...found.items.keys()]);
    const record = found && at !== undefined ? found.items[at] : undefined;
    if (found === undefined || at === undefined || !isJson(record)) return undefined;
    const all = propertiesOf('elements', found.element).map((one) => fill(found.element, one));
    const property = desk.pick(all.filter((one) => isField(one) && isShownWhole(one, record[one.name])));
    if (property === undefined) return undefined;
    const value = readValue(property, contentOf(desk, property));
    const pointer = joinPointer(joinPointer(found.list, at), property.name);
    const { file } = found.item;
    desk.change(
      property.title,
      (source) => setShown(source, pointer, property, value),
      found.item,
      file + pointer,
    );
    return written({ file, pointer }, record[property.name], value);
  },
  'writes a condition'(desk) {
    const found = desk.pickNode();
    if (found === undefined || found.kind !== 'widgets') return undefined;
    const { item, values } = found;
    const own = values['visibleWhen'];
    const pointer = joinPointer(item.pointer, 'visibleWhen');
    const condition = editCondition(
      desk,
      { file: item.file, pointer },
      typeof own === 'string' ? own : undefined,
    );
    const edit = (source: { path: string; text: string }) =>
      setMember(source, item.pointer, 'visibleWhen', condition);
    const { text } = edit({ path: item.file, text: desk.view.texts.get(item.file) ?? '' });
    if (!desk.workspace.wouldBeSound({ [item.file]: text })) return undefined;
    desk.change('When it is shown', edit, item);
    const place = { file: item.file, pointer };
    return { typed: [{ place, value: condition }], replaced: [place] };
  },
  'adds or edits a field of a form'(desk) {
    const file = desk.pickFile();
    const fields = file === undefined ? undefined : desk.pick(findFormFields(desk.document(file)));
    if (file === undefined || fields === undefined) return undefined;
    const [known] = fields.added;
    const like = fields.mapped[0]?.values;
    const draft = known === undefined ? { ...emptyDraft(fields), code: 'newCode' } : readField(known.values);
    const field: Json = writeField({ ...draft, title: desk.words }, like, known?.values);
    const list = joinPointer(fields.pointer, 'fields');
    const at = fields.mapped.length + fields.added.length;
    const pointer = known?.pointer ?? joinPointer(list, at);
    desk.change(
      'Field',
      (source) => (known === undefined ? insertItem(source, list, at, field) : setAt(source, pointer, field)),
      { file, pointer },
    );
    return { typed: [{ place: { file, pointer }, value: field }], replaced: [{ file, pointer }] };
  },
  'passes a value on to a part'(desk) {
    const found = desk.pickNode();
    const given = found?.type === 'part' ? found.values['with'] : undefined;
    const name = desk.pick(isJson(given) ? Object.keys(given) : []);
    if (found === undefined || name === undefined || !isJson(given) || typeof given[name] !== 'string')
      return undefined;
    const place = {
      file: found.item.file,
      pointer: joinPointer(joinPointer(found.item.pointer, 'with'), name),
    };
    desk.change(
      wordOf(name),
      (source) => setAt(source, place.pointer, desk.words),
      found.item,
      place.pointer,
    );
    return { typed: [{ place, value: desk.words }] };
  },
};
