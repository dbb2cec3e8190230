import { useMemo } from 'react';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { assetsOf } from '../model/version.ts';
import type { Filled } from './definition.ts';

export interface PictureChoiceProps {
  readonly property: Filled;
  readonly files: readonly SourceFile[];
  /** The current value. */
  readonly value: unknown;
  onWrite(property: Filled, value: unknown): void;
}

/** Chooses an asset of the draft for a property. */
export function PictureChoice({ property, files, value, onWrite }: PictureChoiceProps) {
  const pictures = useMemo(() => Object.entries(assetsOf(files)), [files]);
  if (pictures.length === 0) return null;
  return (
    <details className="st-picture-choice">
      <summary>Choose for {property.title}</summary>
      <ul>
        {pictures.map(([name, address]) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={value === `asset:${name}`}
              onClick={() => onWrite(property, `asset:${name}`)}
            >
              <img src={address} alt="" loading="lazy" />
              {name}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
