import { useId, useRef, useState } from 'react';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { assetsOf } from '../model/version.ts';
import type { Step } from './steps.ts';

export interface StepPictureProps {
  /** Number of the step, from 1. */
  readonly at: number;
  readonly files: readonly SourceFile[];
  readonly picture: Step['picture'];
  onChoose(src: string, alt: string): void;
  onTake(): void;
}

/** The image of a step. It needs an alternative text. */
export function StepPicture({ at, files, picture, onChoose, onTake }: StepPictureProps) {
  const id = useId();
  const change = useRef<HTMLButtonElement>(null);
  const [draft, setDraft] = useState<{ readonly src: string; readonly alt: string }>();
  const [isTried, setIsTried] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const assets = assetsOf(files);
  const names = Object.keys(assets);
  const known = picture && assets[picture.src.replace(/^asset:/, '')];
  if (picture?.isPlain === false)
    return <p className="st-soft">Its picture is chosen by conditions: select it in the outline.</p>;
  if (draft === undefined) {
    const first = { src: picture?.src ?? `asset:${names[0] ?? ''}`, alt: picture?.alt ?? '' };
    return (
      <div className="st-row">
        {known === undefined ? null : <img src={known} alt={picture?.alt} className="st-step-picture" />}
        {names.length === 0 ? null : (
          // When the form closes, the button gets the focus again.
          <button ref={change} type="button" autoFocus={wasOpen} onClick={() => setDraft(first)}>
            {picture === undefined ? 'Add a picture' : 'Change the picture'}
            <span className="st-spoken"> of step {at}</span>
          </button>
        )}
        {picture === undefined ? null : (
          <button
            type="button"
            onClick={() => {
              change.current?.focus();
              onTake();
            }}
          >
            Take it away<span className="st-spoken">, the picture of step {at}</span>
          </button>
        )}
      </div>
    );
  }
  const { src, alt } = draft;
  const isMissing = alt.trim() === '';
  const close = (): void => {
    setDraft(undefined);
    setWasOpen(true);
    setIsTried(false);
  };
  return (
    <form
      className="st-step-form"
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (isMissing) return;
        onChoose(src, alt.trim());
        close();
      }}
    >
      <label>
        <span>Picture</span>
        <select value={src} autoFocus onChange={({ target }) => setDraft({ ...draft, src: target.value })}>
          {names.map((name) => (
            <option key={name} value={`asset:${name}`}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>What it shows</span>
        <input
          value={alt}
          aria-required
          aria-invalid={isTried && isMissing}
          aria-describedby={id}
          onChange={({ target }) => setDraft({ ...draft, alt: target.value })}
        />
      </label>
      <p id={id} role="alert" className="st-field-fault">
        {isTried && isMissing ? 'Say what it shows: screen readers read this text aloud.' : ''}
      </p>
      <div className="st-row">
        <button type="submit">Show this picture</button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}
