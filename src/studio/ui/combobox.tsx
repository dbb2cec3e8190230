import { Autocomplete as Base } from '@base-ui/react/autocomplete';
import type { ReactNode } from 'react';
import './combobox.css';

export interface ComboboxProps<Item> {
  readonly label: string;
  readonly listLabel: string;
  /** Shown in place of the list when nothing matches. */
  readonly empty?: string | undefined;
  readonly text: string;
  /** What matches the text. */
  readonly items: readonly Item[];
  keyOf(item: Item): string;
  /** The text when the item is chosen. */
  textOf(item: Item): string;
  /** The heading of an item's group. Items with the same heading are listed together; without it there are no groups. */
  groupOf?(item: Item): string;
  /** The value of `data-drag` of an item, which identifies the item when a drag begins on it. */
  dragOf?(item: Item): string;
  /** Whether an item can be highlighted and read, but not chosen. */
  isOff?(item: Item): boolean;
  /** The line of an item. */
  children(item: Item): ReactNode;
  onText(text: string): void;
  onChoose(item: Item): void;
}

/** A search box over the list of what matches. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { label, listLabel, empty, text, items, textOf, groupOf, onText } = props;
  const shared = {
    inline: true,
    open: true,
    filter: null,
    itemToStringValue: textOf,
    autoHighlight: 'always',
    keepHighlight: true,
    value: text,
    onValueChange: onText,
  } as const;
  const children = (
    <>
      <Base.Input className="st-combobox" aria-label={label} placeholder={label} spellCheck={false} />
      <Base.Empty className="st-soft">{empty}</Base.Empty>
      <Base.List className="st-options" aria-label={listLabel}>
        {groupOf === undefined
          ? (item: Item) => optionOf(props, item)
          : (group: Group<Item>) => (
              <Base.Group key={group.title} items={group.items} className="st-option-group">
                <Base.GroupLabel className="st-option-title">{group.title}</Base.GroupLabel>
                <Base.Collection>{(item: Item) => optionOf(props, item)}</Base.Collection>
              </Base.Group>
            )}
      </Base.List>
    </>
  );
  if (groupOf === undefined) return <Base.Root {...{ ...shared, items, children }} />;
  return <Base.Root {...{ ...shared, children }} items={groupItems(items, groupOf)} />;
}

function optionOf<Item>(props: ComboboxProps<Item>, item: Item) {
  const { keyOf, dragOf, isOff, children, onChoose } = props;
  const off = isOff?.(item) === true;
  return (
    <Base.Item
      key={keyOf(item)}
      value={item}
      className="st-option"
      data-drag={dragOf?.(item)}
      aria-disabled={off || undefined}
      onClick={() => off || onChoose(item)}
      // A screen reader reads the selected option; Base UI selects none in a list of suggestions.
      render={(own, { highlighted }) => <div {...own} aria-selected={highlighted} />}
    >
      {children(item)}
    </Base.Item>
  );
}

interface Group<Item> {
  readonly title: string;
  readonly items: readonly Item[];
}

function groupItems<Item>(items: readonly Item[], groupOf: (item: Item) => string): readonly Group<Item>[] {
  const titles = [...new Set(items.map(groupOf))];
  return titles.map((title) => ({ title, items: items.filter((item) => groupOf(item) === title) }));
}
