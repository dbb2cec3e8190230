import { useRef, useState } from 'react';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { setAt } from '../model/edits.ts';
import { type Filled, fill } from '../properties/definition.ts';
import { membersOf, propertiesOf, wordsOf } from '../properties/describe.ts';
import { FieldInput } from './field-input.tsx';
import { Fold } from './fold.tsx';
import { RecordFields } from './member.tsx';
import { withArticle } from './record-rows.tsx';
import { documentIn, edit, grammarOf, type MemberScope, write } from './scope.ts';
import './members.css';

/** The grammar that has slots first. */
const SLOTS_SINCE = shapes.widgets['slot']?.since ?? GRAMMAR;

/** What a document declares by name, without fields in its form: data, slots, and inputs of its named lists. */
export function Declared({ scope }: { readonly scope: MemberScope }) {
  const { data, lists, slots } = documentIn(scope);
  const isPart = scope.place.file.includes('/parts/');
  return (
    <>
      {isJson(data) && Object.keys(data).length > 0 ? <DataList {...{ scope, data }} /> : null}
      {Object.entries(isJson(lists) ? lists : {}).map(([name, list]) => (
        <Names
          key={name}
          {...{ scope }}
          title={`${wordsOf(name)}: inputs`}
          one="input"
          pointer={joinPointer(joinPointer('/lists', name), 'inputs')}
          value={isJson(list) ? list['inputs'] : undefined}
          first={{ type: 'string' }}
        >
          {(type, pointer) => <TypeFields {...{ scope, type, pointer }} />}
        </Names>
      ))}
      {isPart && (slots !== undefined || grammarOf(scope) >= SLOTS_SINCE) ? (
        <Names {...{ scope }} title="Slots" one="slot" pointer="/slots" value={slots} first={{}}>
          {(slot, pointer) => (
            <RecordFields
              {...{ scope, pointer }}
              owner={slot}
              properties={membersOf('slots.slot').map((one) => fill('slots.slot', one))}
            />
          )}
        </Names>
      ) : null}
    </>
  );
}

/** Polling has fields in the form of the screen, and what follows a reading is a list of steps. */
const ELSEWHERE = ['every', 'on'];

/** The data that a screen reads. */
function DataList({ scope, data }: { readonly scope: MemberScope; readonly data: Json }) {
  return (
    <fieldset className="st-member-group">
      <legend>Data</legend>
      <ol className="st-records">
        {Object.entries(data).map(([name, declared]) => (
          <li key={name}>
            <Fold title={wordsOf(name)}>
              {() => (
                <RecordFields
                  {...{ scope }}
                  owner={isJson(declared) ? declared : {}}
                  pointer={joinPointer('/data', name)}
                  properties={propertiesOf('records', 'data')
                    .filter((one) => !ELSEWHERE.includes(one.name))
                    .map((one) => fill('data', one))}
                  elsewhere={ELSEWHERE}
                />
              )}
            </Fold>
          </li>
        ))}
      </ol>
    </fieldset>
  );
}

interface NamesProps {
  readonly scope: MemberScope;
  readonly title: string;
  /** What one of them is called. */
  readonly one: string;
  readonly pointer: string;
  readonly value: unknown;
  /** A new one. */
  readonly first: Json;
  children(value: Json, pointer: string): React.ReactNode;
}

const NAME = /^[a-z][A-Za-z0-9]*$/;

/** Declarations by name, which can be added and removed. */
function Names({ scope, title, one, pointer, value, first, children }: NamesProps) {
  const [name, setName] = useState('');
  const [fault, setFault] = useState('');
  const declared = isJson(value) ? value : {};
  const add = (): void => {
    if (!NAME.test(name)) setFault('A name begins with a small letter and has only letters and digits.');
    else if (declared[name] !== undefined) setFault(`There is ${withArticle(one)} with this name.`);
    else {
      setName('');
      setFault('');
      edit(scope, `New ${one}`, (source) => setAt(source, joinPointer(pointer, name), first));
    }
  };
  const box = useRef<HTMLInputElement>(null);
  const remove = (named: string): void => {
    // The button goes with what it removes.
    box.current?.focus();
    edit(scope, `Remove the ${one} ${named}`, (source) =>
      setAt(source, Object.keys(declared).length === 1 ? pointer : joinPointer(pointer, named), undefined),
    );
  };
  return (
    <fieldset className="st-member-group">
      <legend>{title}</legend>
      <ol className="st-records">
        {Object.entries(declared).map(([named, entry]) => (
          <li key={named}>
            <Fold title={wordsOf(named)}>
              {() => children(isJson(entry) ? entry : {}, joinPointer(pointer, named))}
            </Fold>
            <div className="st-row">
              <button type="button" aria-label={`Remove the ${one} ${named}`} onClick={() => remove(named)}>
                Remove
              </button>
            </div>
          </li>
        ))}
      </ol>
      <div className="st-row">
        <input
          ref={box}
          aria-label={`Name of the new ${one}, ${title.toLowerCase()}`}
          autoComplete="off"
          value={name}
          onChange={({ target }) => {
            setName(target.value);
            setFault('');
          }}
        />
        <button type="button" onClick={add}>
          {`Add ${withArticle(one)}`}
        </button>
      </div>
      {fault === '' ? null : <p role="alert">{fault}</p>}
    </fieldset>
  );
}

/** Types that people choose, as JSON. */
const TYPES: { readonly [title: string]: Json } = {
  Text: { type: 'string' },
  'Whole number': { type: 'integer' },
  Number: { type: 'number' },
  'Yes or no': { type: 'boolean' },
  Amount: { type: 'integer', 'x-unit': 'minor' },
  Day: { type: 'string', format: 'date' },
  Address: { type: 'string', format: 'uri' },
};
const OF_TYPE = ['type', 'x-unit', 'format'];

function typeOf(declared: Json): string | undefined {
  return Object.keys(TYPES).find((title) => OF_TYPE.every((name) => TYPES[title]?.[name] === declared[name]));
}

const DESCRIPTION: Filled = {
  ...{ name: 'description', title: 'What it is', help: '', way: 'line', field: '', state: '' },
  shape: { slot: 'literal', required: false, literal: 'string' },
};
const REQUIRED: Filled = {
  ...{ name: 'required', title: 'Must be given', help: '', way: 'flag', field: '', state: '' },
  shape: { slot: 'literal', required: false, literal: 'boolean' },
};

/** The type of an input. */
function TypeFields({ scope, type, pointer }: { scope: MemberScope; type: Json; pointer: string }) {
  const known = typeOf(type);
  const others = Object.fromEntries(Object.entries(type).filter(([name]) => !OF_TYPE.includes(name)));
  const kind: Filled = {
    ...{ name: 'kind', title: 'Type', help: '', way: 'words', field: '', state: '' },
    shape: { slot: 'word', required: true, words: Object.keys(TYPES) },
  };
  const isTyped = known !== undefined;
  return (
    <>
      {isTyped ? (
        <FieldInput
          property={kind}
          value={known}
          onWrite={(title) =>
            edit(scope, 'Type', (source) => setAt(source, pointer, { ...TYPES[String(title)], ...others }))
          }
        />
      ) : null}
      {[DESCRIPTION, REQUIRED].map((property) => (
        <FieldInput
          key={property.name}
          {...{ property }}
          value={type[property.name]}
          onWrite={(next) => write(scope, joinPointer(pointer, property.name), property, next)}
        />
      ))}
      <RecordFields
        {...{ scope, pointer }}
        owner={type}
        properties={[]}
        elsewhere={['required', ...(isTyped ? OF_TYPE : [])]}
      />
    </>
  );
}
