import { useKeys } from '../keys/use-keys.ts';
import { Choice } from '../panes/choice.tsx';
import { languageName } from '../words/language-name.ts';
import { type Manner, type Scale, SCALES } from './pictures.tsx';
import type { StatePair } from './versions.ts';
import { groupByScreen } from './versions.ts';

/** Settings of the comparison. */
export interface PictureLook {
  readonly theme: 'light' | 'dark';
  readonly manner: Manner;
  /** Visible percentage of the upper screenshot. */
  readonly share: number;
  readonly isMarked: boolean;
  readonly scale: Scale;
}

export const FIRST_PICTURE_LOOK: PictureLook = {
  theme: 'light',
  manner: 'beside',
  share: 50,
  isMarked: true,
  scale: SCALES[0],
};

/** The next larger scale; after the largest comes the smallest. */
export function zoom(look: PictureLook): PictureLook {
  const next = SCALES[(SCALES.indexOf(look.scale) + 1) % SCALES.length] ?? SCALES[0];
  return { ...look, scale: next };
}

const MANNERS: { readonly [manner in Manner]: string } = {
  beside: 'beside each other',
  slider: 'with a slider',
  overlay: 'one through the other',
  difference: 'only what differs',
};

export interface PictureToolsProps {
  readonly pair: StatePair;
  readonly pairs: readonly StatePair[];
  /** Note after the name of a state; may be empty. */
  sayOf(pair: StatePair): string;
  readonly previous: StatePair | undefined;
  readonly next: StatePair | undefined;
  readonly look: PictureLook;
  onChoose(key: string): void;
  onLook(look: PictureLook): void;
}

/** Chooses the state and the settings of the comparison. */
export function PictureTools({
  pair,
  pairs,
  sayOf,
  previous,
  next,
  look,
  onChoose,
  onLook,
}: PictureToolsProps) {
  const { theme, manner, share, isMarked, scale } = look;
  const keys = useKeys();
  return (
    <div className="st-tools">
      <label className="st-choice">
        <span>State</span>
        <select value={pair.key} onChange={({ target }) => onChoose(target.value)}>
          {groupByScreen(pairs).map(([screen, states]) => (
            <optgroup key={screen} label={screen}>
              {states.map((one) => (
                <option key={one.key} value={one.key}>
                  {[`${one.title} (${languageName(one.language)})`, sayOf(one)]
                    .filter((words) => words !== '')
                    .join(', ')}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <button
        type="button"
        aria-keyshortcuts={keys.letter('K')}
        disabled={previous === undefined}
        onClick={() => previous && onChoose(previous.key)}
      >
        Previous
      </button>
      <button
        type="button"
        aria-keyshortcuts={keys.letter('J')}
        disabled={next === undefined}
        onClick={() => next && onChoose(next.key)}
      >
        Next
      </button>
      <Choice
        label="Compare"
        value={manner}
        options={Object.entries(MANNERS)}
        onChoose={(value) => onLook({ ...look, manner: value as Manner })}
      />
      <button type="button" aria-keyshortcuts={keys.letter('Z')} onClick={() => onLook(zoom(look))}>
        Zoom {Math.round(scale * 100)} %
      </button>
      {manner === 'slider' || manner === 'overlay' ? (
        <label className="st-choice">
          <span>After</span>
          <input
            type="range"
            min={0}
            max={100}
            value={share}
            onChange={({ target }) => onLook({ ...look, share: Number(target.value) })}
          />
        </label>
      ) : null}
      <label className="st-choice">
        <input
          type="checkbox"
          checked={isMarked}
          onChange={({ target }) => onLook({ ...look, isMarked: target.checked })}
        />
        <span>Marks</span>
      </label>
      <label className="st-choice">
        <input
          type="checkbox"
          checked={theme === 'dark'}
          onChange={({ target }) => onLook({ ...look, theme: target.checked ? 'dark' : 'light' })}
        />
        <span>Dark</span>
      </label>
    </div>
  );
}
