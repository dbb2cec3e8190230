import type { AutosaveView } from '../model/autosave.ts';
import type { Selection } from '../model/outline.ts';
import { titleOf } from '../review/words.ts';
import { TooltipButton } from '../ui/tooltip-button.tsx';
import type { Present } from './news.ts';

export interface PeopleProps {
  readonly others: readonly Present[];
  readonly taken: AutosaveView['taken'];
  onShow(place: Selection): void;
}

/** Other people who have the draft open, with links to their selections; and their last save. */
export function People({ others, taken, onShow }: PeopleProps) {
  return (
    <>
      {others.length === 0 ? null : (
        <span className="st-people" role="group" aria-label="Also here">
          {others.map(({ name, page, path, pointer = '' }) => (
            <TooltipButton
              key={page}
              name={name}
              hint={path === undefined ? `${name} is here` : `${name} is at ${titleOf(path)}`}
              className="st-person"
              isOff={path === undefined}
              onPress={() => path !== undefined && onShow({ file: path, pointer })}
            >
              {initialsOf(name)}
            </TooltipButton>
          ))}
        </span>
      )}
      <span className="st-soft" role="status" aria-label="What others changed">
        {taken === undefined ? '' : `${taken.actor} changed ${taken.paths.map(titleOf).join(', ')}`}
      </span>
    </>
  );
}

/** At most two letters: of the first two words of a name, or of the part before the @ of an address. */
function initialsOf(name: string): string {
  const words = (name.split('@')[0] ?? name).split(/[\s._-]+/).filter((word) => word !== '');
  return words
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0).toUpperCase())
    .join('');
}
