import { useState } from 'react';
import { isJson, type Json, wordOf } from '#renderer/grammar/json.ts';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import { setAt } from '../model/edits.ts';
import { type Filled, fill } from '../properties/definition.ts';
import { choiceOf, membersOf, propertiesOf, wordsOf } from '../properties/describe.ts';
import { isShownWhole } from '../properties/shown.ts';
import { Unshown } from '../properties/unshown.tsx';
import { ConditionEditor } from '../conditions/condition-editor.tsx';
import { FieldInput } from './field-input.tsx';
import { fieldsOfRecord, inputOf, knownInputs, listsInReply, optionsOf } from './known.ts';
import { Fold } from './fold.tsx';
import { PatternInput } from './pattern-input.tsx';
import { EXAMPLES, readExamples } from './patterns.ts';
import { RecordRows } from './record-rows.tsx';
import { isOfRule } from './rules.ts';
import { edit, isOffered, isSoundWith, type MemberScope, titles, write } from './scope.ts';
import './members.css';

export interface MemberProps {
  readonly scope: MemberScope;
  /** The record that has the member: a widget, a rule, a data declaration. */
  readonly owner: Json;
  /** JSON Pointer of the member. */
  readonly pointer: string;
  readonly property: Filled;
  /** The record around its owner: the widget of a rule, the table of a row. */
  readonly around?: Json;
}

/** The inputs of one member: a field, or several. What they cannot show is left to the JSON. */
export function Member(props: MemberProps) {
  const { scope, owner, pointer } = props;
  const value = owner[props.property.name];
  // A number stays a number while a person types, also while its field is empty for a moment.
  const [last, setLast] = useState({ kind: typeof value, written: value });
  const kind = value === last.written ? last.kind : typeof value;
  const property = asWritten(props.property, kind);
  if (property.way === 'json' && value === undefined) return null;
  if (!isShownWhole(property, value)) return <Left {...{ scope, pointer, value }} title={property.title} />;
  switch (property.way) {
    case 'records':
      return <Records {...props} />;
    case 'inputs':
      return <Inputs {...props} />;
    case 'cells':
      return <Cells {...props} />;
    case 'several':
      return <Several {...props} />;
    case 'initial':
      return <Initial {...props} />;
    case 'pattern':
      return <PatternInput {...props} />;
    case 'object':
      return <Whole {...props} />;
    default:
      return property.shape.slot === 'expression' && property.way === 'box' ? (
        <Condition {...props} />
      ) : (
        <FieldInput
          {...{ value }}
          property={withOptions(scope, property)}
          onWrite={(next) => {
            setLast({ kind, written: next });
            write(scope, pointer, property, next);
          }}
        />
      );
  }
}

/** A value of any type is edited as the type that it has. */
function asWritten(property: Filled, kind: string): Filled {
  const { shape } = property;
  if (shape.slot !== 'any' || (kind !== 'number' && kind !== 'boolean')) return property;
  return { ...property, way: 'line', shape: { ...shape, slot: kind } };
}

interface LeftProps {
  readonly scope: MemberScope;
  readonly pointer: string;
  readonly title: string;
  readonly value: unknown;
}

/** A value without a field. */
function Left({ scope, pointer, title, value }: LeftProps) {
  return (
    <ul className="st-others">
      <Unshown {...{ title, value }} onOpenJson={() => scope.onOpenJson(pointer)} />
    </ul>
  );
}

/** An expression; a condition as rows. */
function Condition({ scope, owner, pointer, property }: MemberProps) {
  const value = owner[property.name];
  const own = typeof value === 'string' ? value : undefined;
  if (!CONDITIONS.has(property.name))
    return <FieldInput {...{ property, value }} onWrite={(next) => write(scope, pointer, property, next)} />;
  return (
    <fieldset className="st-member-group">
      <legend>{property.title}</legend>
      <ConditionEditor
        legend={property.title}
        called={property.title}
        {...(property.shape.required !== true && { always: 'Always' })}
        without={property.shape.required === true ? 'No condition yet.' : 'Always.'}
        files={scope.view.files}
        file={scope.place.file}
        {...{ pointer, own }}
        titles={titles(scope)}
        isSound={(condition) => isSoundWith(scope, pointer, condition)}
        onWrite={(condition) => edit(scope, property.title, (source) => setAt(source, pointer, condition))}
      />
    </fieldset>
  );
}

const CONDITIONS: ReadonlySet<string> = new Set([
  ...['when', 'visibleWhen', 'enabledWhen', 'check', 'until', 'done', 'failed'],
]);

/** Members of an item about when and how often it is shown. */
const REPEATED: ReadonlySet<string> = new Set(['visibleWhen', 'each', 'as', 'at', 'key']);

interface RecordFieldsProps extends Omit<MemberProps, 'property'> {
  readonly properties: readonly Filled[];
  /** Names of members that are edited in another place. */
  readonly elsewhere?: readonly string[];
}

/** The fields of one record. */
export function RecordFields(props: RecordFieldsProps) {
  const { scope, owner, pointer, around, elsewhere = [] } = props;
  const properties = props.properties.filter((one) => isOffered(scope, one, owner));
  const known = new Set([...properties.map(({ name }) => name), ...elsewhere, 'type', 'description']);
  const others = Object.entries(owner).filter(([name]) => !known.has(name));
  // Other records can have members with these names.
  const isItem = known.has('each');
  const isRepeat = ({ name }: Filled): boolean => isItem && REPEATED.has(name);
  const repeat = properties.filter(isRepeat);
  const field = (property: Filled) => (
    <Member
      key={property.name}
      {...{ scope, owner, property }}
      {...(around && { around })}
      pointer={joinPointer(pointer, property.name)}
    />
  );
  return (
    <>
      {properties.filter((one) => !isRepeat(one)).map(field)}
      {repeat.length === 0 ? null : (
        <Fold title="When and how often" isOpen={owner['each'] !== undefined}>
          {() => repeat.map(field)}
        </Fold>
      )}
      {others.map(([name, value]) => (
        <Left key={name} {...{ scope, value }} pointer={joinPointer(pointer, name)} title={wordsOf(name)} />
      ))}
    </>
  );
}

/** Whether the form of an item has the pattern input, which also shows the examples. */
function hasPattern(element: string, item: Json): boolean {
  return element === 'rule' && isOfRule(item, wordOf(item['rule']), 'pattern');
}

/** The members of an item of a list that its form shows. */
function itemProperties(owner: Json, element: string, item: Json): readonly Filled[] {
  return (
    propertiesOf('elements', element)
      .map((property): Filled => fill(element, property))
      .filter(
        (one) =>
          one.shape.slot !== 'nodes' &&
          (element !== 'rule' ||
            item[one.name] !== undefined ||
            isOfRule(owner, wordOf(item['rule']), one.name)),
      )
      // A list is chosen by its path.
      .map((one) => (one.name === 'each' ? { ...one, way: 'line' } : one))
  );
}

/** A field with values to choose from, if there are some. */
export function withOptions(scope: MemberScope, property: Filled): Filled {
  const options =
    property.way === 'line' && property.options === undefined ? optionsOf(scope, property) : undefined;
  return options === undefined ? property : { ...property, options };
}

/** Records in order: columns, rows, options, rules, suggestions. */
function Records({ scope, owner, pointer, property }: MemberProps) {
  const { element = '' } = property.shape;
  return (
    <RecordRows {...{ scope, owner, pointer, property, element }}>
      {(item, at) => (
        <RecordFields
          {...{ scope }}
          owner={item}
          around={owner}
          pointer={at}
          properties={itemProperties(owner, element, item)}
          elsewhere={hasPattern(element, item) && readExamples(item) !== undefined ? [EXAMPLES] : []}
        />
      )}
    </RecordRows>
  );
}

/** A text for each column of the table around. */
function Cells({ scope, owner, around = {}, pointer, property }: MemberProps) {
  const columns: readonly unknown[] = Array.isArray(around['columns']) ? around['columns'] : [];
  const headings = columns.map((one) => isJson(one) && one['heading']);
  const cells: readonly unknown[] = Array.isArray(owner[property.name])
    ? (owner[property.name] as unknown[])
    : [];
  return cells.map((value, at) => {
    const title = typeof headings[at] === 'string' ? headings[at] : `Column ${at + 1}`;
    const cell: Filled = {
      ...property,
      title,
      way: 'box',
      help: '',
      shape: { slot: 'display', required: true },
    };
    const place = joinPointer(pointer, at);
    return isShownWhole(cell, value) ? (
      <FieldInput
        key={at}
        {...{ value }}
        property={cell}
        onWrite={(next) => write(scope, place, cell, next)}
      />
    ) : (
      <Left key={at} {...{ scope, value, title }} pointer={place} />
    );
  });
}

/** Words, several of which can be chosen. */
function Several({ scope, owner, pointer, property }: MemberProps) {
  const { title, name, shape } = property;
  const chosen = (owner[name] ?? []) as readonly string[];
  const words = [...new Set([...(shape.words ?? []), ...chosen])];
  return (
    <fieldset className="st-member-several">
      <legend>{title}</legend>
      {words.map((word) => (
        <label key={word}>
          <input
            type="checkbox"
            checked={chosen.includes(word)}
            onChange={({ target }) => {
              const next = words.filter((one) => (one === word ? target.checked : chosen.includes(one)));
              edit(scope, title, (source) => setAt(source, pointer, next.length === 0 ? undefined : next));
            }}
          />
          {choiceOf(name, word)}
        </label>
      ))}
    </fieldset>
  );
}

/** The values that a part or a request gets: those that it declares, and others that are written. */
function Inputs({ scope, owner, around, pointer, property }: MemberProps) {
  const value = owner[property.name];
  const given = isJson(value) ? value : {};
  const known = knownInputs(scope, { ...around, ...owner }, given);
  const names = new Set(known.map(({ name }) => name));
  const others = Object.keys(given).filter((name) => !names.has(name));
  const all = [...known, ...others.map((name) => inputOf(name, {}, given[name]))];
  if (all.length === 0) return null;
  return (
    <fieldset className="st-member-group">
      <legend>{property.title}</legend>
      <RecordFields {...{ scope, pointer }} owner={given} properties={all} />
    </fieldset>
  );
}

/** The records that a repeating group begins with; an expression supplies them, or they are written here. */
function Initial({ scope, owner, pointer, property }: MemberProps) {
  const value = owner[property.name];
  const fields = fieldsOfRecord(owner['body']);
  return (
    <>
      {Array.isArray(value) ? null : (
        <FieldInput
          property={{ ...property, way: 'box', title: `${property.title}: data` }}
          value={value}
          onWrite={(next) => write(scope, pointer, { ...property, way: 'box' }, next)}
        />
      )}
      {typeof value === 'string' ? null : (
        <RecordRows {...{ scope, owner, pointer, property }} element="record">
          {(item, at) => <RecordFields {...{ scope }} owner={item} pointer={at} properties={fields} />}
        </RecordRows>
      )}
    </>
  );
}

/** A record that can be absent: how a list is read by pages. */
function Whole({ scope, owner, pointer, property }: MemberProps) {
  const { name, title, help } = property;
  const value = owner[name];
  const data = pointer.split('/').at(-2) ?? '';
  const lists = listsInReply(scope, data);
  const set = (next: unknown): void => edit(scope, title, (source) => setAt(source, pointer, next));
  if (!isJson(value)) {
    return (
      <div className="st-member">
        <button
          type="button"
          disabled={lists.length === 0}
          onClick={() => set(beginPages(scope, owner, data, lists[0]?.name ?? ''))}
        >
          {`${title}: switch on`}
        </button>
        <p className="st-soft">{lists.length === 0 ? 'The reply has no list.' : help}</p>
      </div>
    );
  }
  const members = lists.find((one) => one.name === value['list'])?.members;
  const properties = membersOf(`data.${name}`).map((one): Filled => {
    const filled = fill(`data.${name}`, one);
    if (one.name === 'list') return { ...filled, options: lists.map((list) => list.name) };
    return one.name === 'key' && members !== undefined ? { ...filled, options: members } : filled;
  });
  return (
    <fieldset className="st-member-group">
      <legend>{title}</legend>
      {/* The data is around: the next page is read by the same request. */}
      <RecordFields {...{ scope, pointer, properties }} owner={value} around={owner} />
      <button type="button" onClick={() => set(undefined)}>
        {`${title}: switch off`}
      </button>
    </fieldset>
  );
}

/** How to read pages begins: the list, and the member of the request that is the number of the page. */
function beginPages(scope: MemberScope, { endpoint }: Json, data: string, list: string): Json {
  const inputs = knownInputs(scope, { endpoint });
  const page =
    inputs.find(({ name }) => /page/i.test(name)) ?? inputs.find(({ shape }) => shape.slot === 'number');
  const from = inputs.find(({ name }) => /offset|from|start|skip/i.test(name));
  const next =
    page === undefined && from !== undefined
      ? { [from.name]: `\${data.${data}.${list}.size()}` }
      : page === undefined
        ? {}
        : { [page.name]: `\${pages.${data}.read + 1}` };
  return { list, with: next };
}
