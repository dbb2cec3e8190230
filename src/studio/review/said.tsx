import type { ToldSentence } from './say-project.ts';
import { LIST } from '../words/list.ts';

/** The words of one change. */
export function Said({ parts, scope, breaking, also }: ToldSentence) {
  return (
    <>
      {parts.map((part, at) => {
        // A sentence does not change, and its parts have no names.
        const key = `${at}`;
        if (typeof part === 'string') return part;
        return 'del' in part ? <del key={key}>{part.del}</del> : <ins key={key}>{part.ins}</ins>;
      })}
      {scope === undefined ? '' : ` ${scope}`}
      {also.length === 0 ? '' : ` (also on ${LIST.format(also)})`}
      {breaking === undefined ? null : <p className="st-breaking">Breaking change: {breaking}.</p>}
    </>
  );
}
