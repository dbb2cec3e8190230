import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { UsageError } from '../command.ts';

export type PieceKind = 'widget' | 'action';

/** Words that cannot be variable names. */
const RESERVED =
  /^(?:await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$/;

/** The name of a widget or action, and its spellings in code. */
export interface PieceName {
  /** `gauge-of-time` */
  readonly name: string;
  /** `gaugeOfTime` */
  readonly variable: string;
  /** `GaugeOfTime` */
  readonly type: string;
}

/** @throws UsageError if the name is invalid, taken, or reserved in code. */
export function readPieceName(kind: PieceKind, name: string): PieceName {
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(name))
    throw new UsageError(`"${name}" cannot be its name: small letters, with "-" between words`);
  const taken = kind === 'action' ? shapes.actions : { ...shapes.widgets, ...shapes.overlays };
  if (Object.hasOwn(taken, name)) throw new UsageError(`there is ${anOrA(kind)} "${name}" already`);
  const variable = name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (RESERVED.test(variable)) throw new UsageError(`"${name}" cannot be its name: code keeps that word`);
  return { name, variable, type: `${variable.charAt(0).toUpperCase()}${variable.slice(1)}` };
}

const anOrA = (kind: PieceKind): string => (kind === 'action' ? 'an action' : 'a widget');
