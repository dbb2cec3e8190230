import { useState } from 'react';
import '../../kit/button.css';
import { Spinner } from '../../kit/spinner.tsx';
import { Words } from '../../kit/words.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { ButtonProps } from '../props.generated.ts';
import './button.css';

export const button = defineWidget<ButtonProps>({ type: 'button', Widget: Button });

/**
 * Never `disabled` once it has a label: an inactive button keeps the focus and shows the reason when it is tapped; a
 * busy button keeps its width and label.
 */
function Button({ props, id, emit, isBusy, isEnabled }: WidgetProps<ButtonProps>) {
  const [asked, setAsked] = useState(0);
  const noteId = `${id}-note`;
  const isNameless = typeof props.text === 'symbol';
  const hasNote = !isEnabled && props.disabledNote !== undefined;
  const shown = isBusy && props.busy !== undefined ? 'busy' : 'text';
  const onClick = () => {
    if (isBusy) return;
    if (isEnabled) emit['tap']?.();
    else setAsked(asked + 1);
  };
  return (
    <div className="cz-act">
      <button
        id={id}
        type="button"
        className={`cz-button cz-button-${props.emphasis}`}
        disabled={isNameless}
        aria-hidden={isNameless || undefined}
        aria-disabled={!isEnabled || isBusy || undefined}
        aria-busy={isBusy || undefined}
        aria-describedby={hasNote ? noteId : undefined}
        onClick={onClick}
      >
        {isBusy ? <Spinner /> : null}
        <span className="cz-button-words">
          <Words of={props[shown]} size="short" lang={props.spoken?.[shown]} />
        </span>
      </button>
      <div role="status">
        {hasNote ? (
          // A new key per tap, so that the note is announced again.
          <p key={asked} id={noteId} className="cz-button-note">
            <Words of={props.disabledNote} size="long" lang={props.spoken?.disabledNote} />
          </p>
        ) : null}
      </div>
    </div>
  );
}
