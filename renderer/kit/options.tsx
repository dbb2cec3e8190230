import type { Value } from '../plan/expression.ts';
import type { Spoken } from '../plan/words.ts';
import { Icon } from './icon.tsx';
import './options.css';
import { Picture } from './picture.tsx';
import { isSelected, type Selection } from './selection.ts';
import { type ShownWords, Words } from './words.tsx';

/** An option: its value and its text. */
export interface ShownOption {
  readonly key: string;
  readonly value: Value;
  readonly text: ShownWords;
  readonly note?: ShownWords;
  readonly image?: string | symbol | undefined;
  readonly spoken?: Spoken | undefined;
}

interface OptionsProps {
  /** Groups the radios; unique on the page. */
  readonly name: string;
  readonly look: 'list' | 'segmented';
  readonly options: readonly ShownOption[];
  /** Several options can be chosen; choosing again removes one. */
  readonly isMany?: true | undefined;
  /** Set on each box, because a group of boxes has no `aria-invalid`. */
  readonly isWrong?: boolean | undefined;
  readonly selection: Selection;
  onChoose(value: Value): void;
}

interface NoOptionsProps {
  readonly empty?: ShownWords;
  readonly spoken?: Spoken | undefined;
  readonly className: string;
}

/** Native radios and boxes, so that the browser handles arrow keys and state. Only their marks are custom. */
export function Options({ name, look, options, isMany, isWrong, selection, onChoose }: OptionsProps) {
  return (
    <div className={`cz-options cz-options-${look}`}>
      {options.map((option, index) => {
        const isChosen = isSelected(selection, option.value, isMany);
        return (
          <label
            key={option.key}
            className={isChosen ? 'cz-option cz-option-chosen' : 'cz-option'}
            // An option whose text is pending is hidden from screen readers.
            aria-hidden={typeof option.text === 'symbol' || undefined}
          >
            <input
              type={isMany ? 'checkbox' : 'radio'}
              className="cz-option-radio"
              name={name}
              value={index}
              checked={isChosen}
              aria-invalid={isWrong || undefined}
              disabled={typeof option.text === 'symbol'}
              onChange={() => onChoose(option.value)}
            />
            <span className="cz-option-face">
              {option.image === undefined ? null : (
                <Picture src={option.image} alt="" shape="small-logo" name={option.text} />
              )}
              <span className="cz-option-words">
                <span>
                  <Words of={option.text} lang={option.spoken?.text} />
                </span>
                {option.note === undefined ? null : (
                  <>
                    {' '}
                    <span className="cz-option-note">
                      <Words of={option.note} lang={option.spoken?.note} />
                    </span>
                  </>
                )}
              </span>
              {look === 'list' ? (
                <span className="cz-option-mark">{isChosen ? <Icon name="check" size="small" /> : null}</span>
              ) : null}
            </span>
          </label>
        );
      })}
    </div>
  );
}

/** Shown in place of options if there are none. */
export function NoOptions({ empty, spoken, className }: NoOptionsProps) {
  return (
    <p className={className}>
      <Words of={empty} lang={spoken?.['empty']} />
    </p>
  );
}
