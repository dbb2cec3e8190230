import { findMentions } from '#src/shared/mentions.ts';
import type { CommentText } from '#src/shared/registry/comment.ts';
import { writeTime } from '../review/times.ts';

/** A comment; the mentioned names are highlighted. */
export function Words({
  actor,
  at,
  text,
  mentions = [],
}: Pick<CommentText, 'actor' | 'at' | 'text' | 'mentions'>) {
  const named = findMentions(text, (name) => mentions.includes(name));
  const ends = named.map(({ to }) => to);
  return (
    <div className="st-words">
      <p>
        <strong>{actor}</strong> <span className="st-soft">{writeTime(at)}</span>
      </p>
      <p className="st-said">
        {named.map(({ from, to }, nth) => (
          <span key={from}>
            {text.slice(ends[nth - 1] ?? 0, from)}
            <b className="st-mention">{text.slice(from, to)}</b>
          </span>
        ))}
        {text.slice(ends.at(-1) ?? 0)}
      </p>
    </div>
  );
}
