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
  /** The line of an item. */
  children(item: Item): ReactNode;
  onText(text: string): void;
  onChoose(item: Item): void;
}

/** A search box over the list of what matches. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { label, listLabel, empty, text, items, keyOf, textOf, children, onText, onChoose } = props;
  return (
    <Base.Root
      inline
      open
      items={items}
      filter={null}
      itemToStringValue={textOf}
      autoHighlight="always"
      keepHighlight
      value={text}
      onValueChange={onText}
    >
      <Base.Input className="st-combobox" aria-label={label} placeholder={label} spellCheck={false} />
      <Base.Empty className="st-soft">{empty}</Base.Empty>
      <Base.List className="st-options" aria-label={listLabel}>
        {(item: Item) => (
          <Base.Item
            key={keyOf(item)}
            value={item}
            className="st-option"
            onClick={() => onChoose(item)}
            // A screen reader reads the selected option; Base UI selects none in a list of suggestions.
            render={(own, { highlighted }) => <div {...own} aria-selected={highlighted} />}
          >
            {children(item)}
          </Base.Item>
        )}
      </Base.List>
    </Base.Root>
  );
}
