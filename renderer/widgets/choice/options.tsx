import { Icon } from '../../kit/icon.tsx';
import { Picture } from '../../kit/picture.tsx';
import { isSameValue } from '../../kit/same-value.ts';
import { Words } from '../../kit/words.tsx';
import type { Value } from '../../plan/expression.ts';
import type { Option } from '../props.generated.ts';

interface OptionsProps {
  /** Groups the radios; unique on the page. */
  readonly name: string;
  readonly look: 'list' | 'segmented';
  readonly options: readonly Option[];
  readonly value: Value | undefined;
  onChoose(value: Value): void;
}

/** Native radios, so that arrow keys, form position and state are the browser's; only their dot is not drawn. */
export function Options({ name, look, options, value, onChoose }: OptionsProps) {
  return (
    <div className={`cz-options cz-options-${look}`}>
      {options.map((option, index) => {
        const isChosen = isSameValue(option.value, value);
        return (
          <label key={option.key} className={isChosen ? 'cz-option cz-option-chosen' : 'cz-option'}>
            <input
              type="radio"
              className="cz-option-radio"
              name={name}
              value={index}
              checked={isChosen}
              disabled={typeof option.text === 'symbol'}
              onChange={() => onChoose(option.value)}
            />
            <span className="cz-option-face">
              {option.image === undefined ? null : (
                <Picture src={option.image} alt="" shape="small-logo" name={option.text} />
              )}
              <span className="cz-option-words">
                <span>
                  <Words of={option.text} />
                </span>
                {option.note === undefined ? null : (
                  <span className="cz-option-note">
                    <Words of={option.note} />
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
