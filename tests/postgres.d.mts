/** A PostgreSQL of its own, on a free port of 127.0.0.1, in a temporary folder. */
export interface RunningPostgres {
  /** Without a database's name: `postgres://capiz@127.0.0.1:54321`. */
  readonly address: string;
  readonly folder: string;
  /** Ends all its processes at once, in the middle of whatever they do. */
  kill(): void;
  /** Stands still until `resume`: connections stay, nothing is answered. */
  pause(): void;
  resume(): void;
  /** Starts it again over what is on disk. */
  start(): void;
  stop(): void;
}

/** Folder of PostgreSQL's programs. */
export function findPostgres(): string;

/** @param trace - Name of a file in its folder, for its system calls. */
export function startPostgres(settings?: readonly string[], trace?: string): RunningPostgres;
