import type { ScreenState } from '#src/server/reference/states.ts';
import { Choice } from './choice.tsx';

/** How one looks at a screen: nothing of it is part of the draft. */
export interface Look {
  /** Undefined is the project's own. */
  readonly language: string | undefined;
  readonly theme: 'light' | 'dark';
  /** Times the size of the system's text. */
  readonly textScale: number;
  /** CSS pixels. */
  readonly width: number;
  /** What a tap in the preview does. */
  readonly mode: 'select' | 'use';
}

export const FIRST_LOOK: Look = {
  language: undefined,
  theme: 'light',
  textScale: 1,
  width: 390,
  mode: 'select',
};

const PHONES = [320, 360, 390, 412, 430] as const;

export interface LookToolsProps {
  readonly states: readonly ScreenState[];
  readonly state: string;
  readonly languages: readonly string[];
  readonly language: string;
  readonly look: Look;
  onState(name: string): void;
  onLook(look: Look): void;
}

/** What is chosen above the preview. */
export function LookTools({ states, state, languages, language, look, onState, onLook }: LookToolsProps) {
  return (
    <div className="st-tools">
      <Choice
        label="State"
        value={state}
        options={states.map(({ name, title }) => [name, title])}
        onChoose={onState}
      />
      <Choice
        label="Device"
        value={String(look.width)}
        options={PHONES.map((one) => [String(one), `${one} px`])}
        onChoose={(one) => onLook({ ...look, width: Number(one) })}
      />
      <Choice
        label="Language"
        value={language}
        options={languages.map((one) => [one, one])}
        onChoose={(one) => onLook({ ...look, language: one })}
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
        label="Taps"
        value={look.mode}
        options={[
          ['select', 'Select'],
          ['use', 'Use the screen'],
        ]}
        onChoose={(one) => onLook({ ...look, mode: one === 'use' ? 'use' : 'select' })}
      />
    </div>
  );
}
