import { useId } from 'react';
import type { LiveScreen } from '#src/shared/registry/home.ts';
import { Combobox } from '../ui/combobox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { type Addable, findAddable } from './addable.ts';
import type { BlockCheck } from './use-block-checks.ts';
import './insert.css';

/** What the palette shows. It stays the same while a line is dragged. */
export interface InsertShown {
  readonly tab: 'new' | 'blocks';
  readonly text: string;
  /** Id of the screen whose blocks are listed. */
  readonly screen: string;
}

export interface InsertProps {
  readonly title: string;
  readonly shown: InsertShown;
  /** Lines of the open tab. */
  readonly lines: readonly Addable[];
  /** Screens whose blocks can be copied; empty if only fields are offered. */
  readonly screens: readonly LiveScreen[];
  /** Results of checking blocks, by key. */
  readonly checks: ReadonlyMap<string, BlockCheck>;
  /** Why the last dragged line could not be dropped. */
  readonly refusal: string | undefined;
  onShow(shown: InsertShown): void;
  onChoose(addable: Addable): void;
  onClose(): void;
}

const TABS = [
  { name: 'new', title: 'New' },
  { name: 'blocks', title: 'From another screen' },
] as const;

/** The palette: widgets, parts and blocks of other screens, with a search. */
export function Insert({ title, shown, screens, refusal, onShow, onClose, ...rest }: InsertProps) {
  return (
    <Dialog {...{ title, onClose }}>
      <div className="st-insert">
        {screens.length === 0 ? (
          <Lines {...{ shown, onShow }} {...rest} />
        ) : (
          <Tabs
            label="Add"
            tabs={TABS}
            open={shown.tab}
            onOpen={(tab) => onShow({ ...shown, tab, text: '' })}
          >
            {shown.tab === 'blocks' ? <ScreenChoice {...{ shown, screens, onShow }} /> : null}
            <Lines key={`${shown.tab} ${shown.screen}`} {...{ shown, onShow }} {...rest} />
          </Tabs>
        )}
        <p role="status" className="st-insert-note">
          {refusal}
        </p>
        <p className="st-soft st-insert-hint">
          Enter adds it after the selection. With a mouse, drag it onto the phone or the outline.
        </p>
      </div>
    </Dialog>
  );
}

function ScreenChoice({ shown, screens, onShow }: Pick<InsertProps, 'shown' | 'screens' | 'onShow'>) {
  const id = useId();
  const isAlone = (title: string): boolean => screens.filter((one) => one.title === title).length === 1;
  return (
    <p className="st-insert-screen">
      <label htmlFor={id}>Screen</label>
      <select
        id={id}
        value={shown.screen}
        onChange={({ target }) => onShow({ ...shown, screen: target.value, text: '' })}
      >
        {screens.map((screen) => (
          <option key={screen.id} value={screen.id}>
            {isAlone(screen.title) ? screen.title : `${screen.title} (${screen.id})`}
          </option>
        ))}
      </select>
    </p>
  );
}

type LinesProps = Pick<InsertProps, 'shown' | 'lines' | 'checks' | 'onShow' | 'onChoose'>;

function Lines({ shown, lines, checks, onShow, onChoose }: LinesProps) {
  const { tab, text } = shown;
  const isNew = tab === 'new';
  const isSearch = text.trim() !== '';
  const whyOf = (line: Addable): string | undefined => line.why ?? checks.get(line.key)?.why;
  return (
    <Combobox
      label={isNew ? 'Search: dropdown, picture, date…' : 'Search the blocks of this screen'}
      listLabel={isNew ? 'What can be added' : 'Blocks'}
      empty={isSearch ? 'Nothing matches.' : 'This screen has no blocks.'}
      items={findAddable(lines, text)}
      keyOf={({ key }) => key}
      textOf={({ title }) => title}
      {...(isNew && { groupOf: ({ group }: Addable) => (isSearch ? 'Found' : group) })}
      dragOf={({ key }) => key}
      isOff={(line) => whyOf(line) !== undefined}
      onText={(words) => onShow({ ...shown, text: words })}
      {...{ text, onChoose }}
    >
      {(line) => (
        <Line line={line} isFlat={isSearch} why={whyOf(line)} notes={checks.get(line.key)?.notes ?? []} />
      )}
    </Combobox>
  );
}

interface LineProps {
  readonly line: Addable;
  readonly isFlat: boolean;
  readonly why: string | undefined;
  readonly notes: readonly string[];
}

function Line({ line: { icon: Icon, title, help, depth }, isFlat, why, notes }: LineProps) {
  return (
    <span className="st-insert-line" style={{ paddingInlineStart: isFlat ? 0 : 20 * depth }}>
      <Icon aria-hidden size={18} />
      <span>
        <strong>{title}</strong> <span className="st-soft">{help}</span>
        {[why, ...notes].map((note) =>
          note === undefined ? null : (
            <span key={note} className="st-insert-note">
              {' '}
              {note}
            </span>
          ),
        )}
      </span>
    </span>
  );
}
