import type { Spoken } from '../plan/words.ts';
import { Icon } from './icon.tsx';
import './options.css';
import { Picture } from './picture.tsx';
import { type ShownWords, Words } from './words.tsx';

/** An option: its value and its text. */
export interface ShownOption<Value> {
  readonly key: string;
  readonly value: Value;
  readonly text: ShownWords;
  readonly note?: ShownWords;
  readonly image?: string | symbol | undefined;
  readonly spoken?: Spoken | undefined;
}

interface OptionsProps<Value> {
  /** Groups the radios; unique on the page. */
  readonly name: string;
  readonly look: 'list' | 'segmented';
  readonly options: readonly ShownOption<Value>[];
  /** Several options can be chosen; choosing again removes one. */
  readonly isMany?: true | undefined;
  /** Set on each box, because a group of boxes has no `aria-invalid`. */
  readonly isWrong?: boolean | undefined;
  isChosen(value: Value): boolean;
  onChoose(value: Value): void;
}

/** Native radios and boxes, so that the browser handles arrow keys and state. Only their marks are custom. */
export function Options<Value>({
  name,
  look,
  options,
  isMany,
  isWrong,
  isChosen: isOneChosen,
  onChoose,
}: OptionsProps<Value>) {
  return (
    <div className={`cz-options cz-options-${look}`}>
      {options.map((option, index) => {
        const isChosen = isOneChosen(option.value);
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
                  <span className="cz-option-note">
                    <Words of={option.note} lang={option.spoken?.note} />
                  </span>
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
