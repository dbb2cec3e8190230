import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import { setAt } from '../model/edits.ts';
import type { Filled } from '../properties/definition.ts';
import { describeType, wordsOf } from '../properties/describe.ts';
import { Unshown } from '../properties/unshown.tsx';
import { COLUMN_EDITS, LIST_EDITS } from './columns.ts';
import { Fold } from './fold.tsx';
import { fieldsOfRecord } from './known.ts';
import { newRecord } from './new-record.ts';
import { RuleSwitches } from './rule-switches.tsx';
import { rulesOf, writeRule } from './rules.ts';
import { edit, type MemberScope } from './scope.ts';

export interface RecordRowsProps {
  readonly scope: MemberScope;
  /** The record that has the list. */
  readonly owner: Json;
  /** Pointer of the list. */
  readonly pointer: string;
  readonly property: Filled;
  /** Kind of the items: `column`, `rule`; `record` for those of a repeating group. */
  readonly element: string;
  /** The fields of an item. */
  children(item: Json, pointer: string): ReactNode;
}

/** A list of records: each can be opened, moved and removed; a new one goes to the end. */
export function RecordRows({ scope, owner, pointer, property, element, children }: RecordRowsProps) {
  const { title, help, name } = property;
  const value = owner[name];
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const { ids, ...identities } = useIdentities(items.length);
  /** Identity of a record that was added, so that it is open. */
  const [opened, setOpened] = useState<number>();
  const place = useRef<HTMLFieldSetElement>(null);
  const follow = useFollow(place);
  const edits = element === 'column' ? COLUMN_EDITS : LIST_EDITS;
  const one = element === 'record' ? 'record' : describeType('elements', element).title.toLowerCase();
  const add = (record: unknown): void => {
    setOpened(identities.add());
    edit(scope, `New ${one}`, (source) => edits.insert(source, pointer, items.length, record));
  };
  const move = (at: number, by: 1 | -1): void => {
    identities.move(at, by);
    follow(`Move ${one} ${at + by + 1} ${by === 1 ? 'down' : 'up'}`);
    edit(scope, `Move ${withArticle(one)}`, (source) => edits.move(source, joinPointer(pointer, at), by));
  };
  const remove = (at: number, isFollowed = true): void => {
    identities.remove(at);
    if (isFollowed)
      follow(
        items.length > 1 ? `Remove ${one} ${Math.min(at + 1, items.length - 1)}` : `Add ${withArticle(one)}`,
      );
    edit(scope, `Remove ${withArticle(one)}`, (source) =>
      // An empty list that need not be there goes with its last item.
      items.length === 1 && !property.shape.required
        ? setAt(source, pointer, undefined)
        : edits.remove(source, joinPointer(pointer, at)),
    );
  };
  return (
    <fieldset ref={place} className="st-member-group">
      <legend>{title}</legend>
      {help === '' ? null : <p className="st-soft">{help}</p>}
      {element === 'rule' ? (
        <RuleSwitches {...{ owner, items }} onAdd={add} onRemove={(at) => remove(at, false)} />
      ) : null}
      <ol className="st-records">
        {items.map((item, at) => {
          const called = `${one} ${at + 1}`;
          return (
            <li key={ids[at]}>
              {isJson(item) ? (
                <Fold title={nameOf(item) || called} isOpen={opened === ids[at]}>
                  {() => children(item, joinPointer(pointer, at))}
                </Fold>
              ) : (
                <ul className="st-others">
                  <Unshown
                    title={called}
                    value={item}
                    onOpenJson={() => scope.onOpenJson(joinPointer(pointer, at))}
                  />
                </ul>
              )}
              <div className="st-row">
                <button
                  type="button"
                  aria-label={`Move ${called} up`}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  aria-label={`Move ${called} down`}
                  disabled={at === items.length - 1}
                  onClick={() => move(at, 1)}
                >
                  ↓
                </button>
                <button type="button" aria-label={`Remove ${called}`} onClick={() => remove(at)}>
                  Remove
                </button>
              </div>
            </li>
          );
        })}
      </ol>
      {element === 'rule' ? (
        <AddRule {...{ owner }} onAdd={add} />
      ) : (
        <button type="button" onClick={() => add(newRecord(element, owner, items))}>
          {`Add ${withArticle(one)}`}
        </button>
      )}
    </fieldset>
  );
}

/** Identities of the items of a list, so that an open one stays open when it moves. */
function useIdentities(count: number) {
  const [{ known, next }, set] = useState<{ readonly known: readonly number[]; readonly next: number }>({
    known: [],
    next: 0,
  });
  // Items that an undo or a colleague added have no known one.
  const ids = Array.from({ length: count }, (_item, at) => known[at] ?? next + at);
  const free = next + count;
  return {
    ids,
    /** @returns the identity of the new item, the last one. */
    add(): number {
      set({ known: [...ids, free], next: free + 1 });
      return free;
    },
    move(at: number, by: 1 | -1): void {
      const moved = [...ids];
      moved.splice(at + by, 0, ...moved.splice(at, 1));
      set({ known: moved, next: free });
    },
    remove: (at: number): void => set({ known: ids.filter((_id, place) => place !== at), next: free }),
  };
}

/** @returns A function that focuses the button with a label after the next render, so that the focus moves with its item. */
function useFollow(place: RefObject<HTMLElement | null>): (label: string) => void {
  const wanted = useRef<string>(undefined);
  useLayoutEffect(() => {
    const label = wanted.current;
    wanted.current = undefined;
    const buttons = label === undefined ? [] : [...(place.current?.querySelectorAll('button') ?? [])];
    const button = buttons.find((one) => (one.getAttribute('aria-label') ?? one.textContent) === label);
    // At an end of the list the other button moves it back.
    const sibling = button?.previousElementSibling ?? button?.nextElementSibling;
    if (button?.disabled && sibling instanceof HTMLElement) sibling.focus();
    else button?.focus();
  });
  return (label) => {
    wanted.current = label;
  };
}

/** A rule is chosen before it is added, because it needs other members than others. */
function AddRule({ owner, onAdd }: { readonly owner: Json; onAdd(rule: Json): void }) {
  const rules = rulesOf(owner);
  const [chosen, setChosen] = useState(rules[0] ?? 'required');
  return (
    <div className="st-row">
      <select
        aria-label="Kind of the new rule"
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      >
        {rules.map((rule) => (
          <option key={rule} value={rule}>
            {wordsOf(rule)}
          </option>
        ))}
      </select>
      <button
        type="button"
        onClick={() =>
          onAdd(
            writeRule(
              chosen,
              fieldsOfRecord(owner['body']).map(({ name }) => name),
            ),
          )
        }
      >
        Add a rule
      </button>
    </div>
  );
}

/** `a column`, `an option`. */
export function withArticle(noun: string): string {
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** Members that name a record, by priority. */
const NAMES = ['heading', 'label', 'text', 'title', 'message', 'value', 'key'];

function nameOf(item: Json): string {
  const cells: unknown = item['cells'];
  if (Array.isArray(cells)) return cells.filter((cell) => typeof cell === 'string').join(' · ');
  const name = NAMES.map((one) => item[one]).find((one) => typeof one === 'string' && one !== '');
  const said =
    typeof name === 'string'
      ? name
      : Object.values(item)
          .filter((one) => typeof one === 'string')
          .join(' · ');
  return typeof item['rule'] === 'string' ? `${wordsOf(item['rule'])}: ${said}` : said;
}
