import type { Look } from './preview-look.ts';
import { type ReactNode, useId } from 'react';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import { PSEUDO_LANGUAGE } from '#src/shared/pseudo-language.ts';
import { HelpButton } from '../tour/help-button.tsx';
import { shortLanguageName } from '../words/language-name.ts';
import { Choice } from './choice.tsx';
import { PHONES } from './phone-shape.ts';
import './look.css';

export const FIRST_LOOK: Look = {
  language: undefined,
  theme: 'light',
  textScale: 1,
  width: 390,
  size: 'fit',
  mode: 'select',
  isAlone: false,
  isTurned: false,
  hasNotch: false,
  hasKeyboard: false,
  motion: undefined,
  isSlow: false,
  turn: 0,
  reader: GRAMMAR,
};

const READERS = Array.from({ length: GRAMMAR }, (_, at) => GRAMMAR - at);

export interface LookToolsProps {
  readonly states: readonly ScreenState[];
  readonly state: string;
  readonly languages: readonly string[];
  readonly language: string;
  readonly look: Look;
  onState(name: string): void;
  onLook(look: Look): void;
  /** Content after the states. */
  readonly children: ReactNode;
}

/** Settings above the preview: the frequent ones are visible, the others are in a menu. */
export function LookTools({
  states,
  state,
  languages,
  language,
  look,
  onState,
  onLook,
  children,
}: LookToolsProps) {
  return (
    <div className="st-tools st-look-tools">
      <Choice
        label="State"
        value={state}
        options={states.map(({ name, title }) => [name, title])}
        onChoose={onState}
      />
      {look.isAlone ? null : (
        <>
          {children}
          <Choice
            label="Language"
            isLabelHidden
            value={language}
            options={[
              ...languages.map((one) => [one, shortLanguageName(one, languages)] as const),
              [PSEUDO_LANGUAGE, `Longer (${PSEUDO_LANGUAGE})`],
            ]}
            onChoose={(one) => onLook({ ...look, language: one })}
          />
          <Choice
            label="Taps"
            value={look.mode}
            options={[
              ['select', 'Select'],
              ['use', 'Use the screen'],
            ]}
            onChoose={(one) => onLook({ ...look, mode: one === 'use' ? 'use' : 'select' })}
          />
        </>
      )}
      {look.isAlone || look.mode === 'use' || look.isSlow || look.motion !== undefined ? (
        <button type="button" onClick={() => onLook({ ...look, turn: look.turn + 1 })}>
          Open again
        </button>
      ) : null}
      {look.isAlone ? null : (
        <>
          <MoreLook look={look} onLook={onLook} />
          <HelpButton of={['phone', 'states']} />
        </>
      )}
      {look.isAlone ? (
        // The button that opens this view disappears when the view opens, and this one when it closes. So opening
        // focuses this button, and closing focuses a select that stays.
        <button
          type="button"
          autoFocus
          onClick={({ currentTarget }) => {
            currentTarget.parentElement?.querySelector('select')?.focus();
            onLook({ ...look, isAlone: false });
          }}
        >
          Back to the studio
        </button>
      ) : null}
    </div>
  );
}

function MoreLook({ look, onLook }: Pick<LookToolsProps, 'look' | 'onLook'>) {
  const id = useId();
  const said = saidOf(look);
  return (
    <>
      <button type="button" className="st-more" popoverTarget={id}>
        {said.length === 0 ? 'Display' : `Display: ${said.join(', ')}`}
      </button>
      <div id={id} popover="auto" className="st-more-looks" role="group" aria-label="Display">
        <Choice
          label="Device"
          value={String(look.width)}
          options={PHONES.map((one) => [String(one), `${one} px`])}
          onChoose={(one) => onLook({ ...look, width: Number(one) })}
        />
        <Choice
          label="Size"
          value={look.size}
          options={[
            ['fit', 'Whole phone'],
            ['true', '100 %'],
          ]}
          onChoose={(one) => onLook({ ...look, size: one === 'true' ? 'true' : 'fit' })}
        />
        <Choice
          label="Theme"
          value={look.theme}
          options={[
            ['light', 'Light'],
            ['dark', 'Dark'],
          ]}
          onChoose={(one) => onLook({ ...look, theme: one === 'dark' ? 'dark' : 'light' })}
        />
        <Choice
          label="Text"
          value={String(look.textScale)}
          options={[
            ['1', '100 %'],
            ['1.3', '130 %'],
            ['2', '200 %'],
          ]}
          onChoose={(one) => onLook({ ...look, textScale: Number(one) })}
        />
        <Choice
          label="Held"
          value={look.isTurned ? 'turned' : 'upright'}
          options={[
            ['upright', 'Upright'],
            ['turned', 'Turned'],
          ]}
          onChoose={(one) => onLook({ ...look, isTurned: one === 'turned' })}
        />
        <Choice
          label="Edges"
          value={look.hasNotch ? 'notch' : 'free'}
          options={[
            ['free', 'Free'],
            ['notch', 'Notch and home bar'],
          ]}
          onChoose={(one) => onLook({ ...look, hasNotch: one === 'notch' })}
        />
        <Choice
          label="Keyboard"
          value={look.hasKeyboard ? 'open' : 'closed'}
          options={[
            ['closed', 'Closed'],
            ['open', 'Open'],
          ]}
          onChoose={(one) => onLook({ ...look, hasKeyboard: one === 'open' })}
        />
        <Choice
          label="Motion"
          value={look.motion ?? ''}
          options={[
            ['', 'Still'],
            ['full', 'As it moves'],
            ['reduced', 'Reduced'],
          ]}
          onChoose={(one) =>
            onLook({ ...look, motion: one === 'full' || one === 'reduced' ? one : undefined })
          }
        />
        <Choice
          label="Network"
          value={look.isSlow ? 'slow' : 'fast'}
          options={[
            ['fast', 'At once'],
            ['slow', 'Slow 4G'],
          ]}
          onChoose={(one) => onLook({ ...look, isSlow: one === 'slow' })}
        />
        <Choice
          label="Page"
          value={String(look.reader)}
          options={READERS.map((one) => [
            String(one),
            one === GRAMMAR ? 'This version' : `Of grammar ${one}`,
          ])}
          onChoose={(one) => onLook({ ...look, reader: Number(one) })}
        />
      </div>
    </>
  );
}

/** Labels of settings that differ from the default, visible without the menu. */
function saidOf(look: Look): readonly string[] {
  const { width, size, theme, textScale, isTurned, hasNotch, hasKeyboard, motion, isSlow, reader } = look;
  return [
    width !== FIRST_LOOK.width && `${width} px`,
    size === 'true' && 'full size',
    theme === 'dark' && 'dark',
    textScale !== 1 && `text ${textScale * 100} %`,
    isTurned && 'turned',
    hasNotch && 'notch',
    hasKeyboard && 'keyboard',
    motion !== undefined && (motion === 'full' ? 'moving' : 'reduced motion'),
    isSlow && 'slow network',
    reader < GRAMMAR && `page of grammar ${reader}`,
  ].filter((words) => words !== false);
}
