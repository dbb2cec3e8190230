import { spawnSync } from 'node:child_process';
import { installPackages } from './apt.mjs';

/** Follows children; what is asked for and nothing else, so that what is traced is hardly slower. */
export const TRACING = ['-f', '--seccomp-bpf', '-e', 'trace=fsync,fdatasync,write,sendto'];

function runs() {
  return spawnSync('strace', [...TRACING, '-o', '/dev/null', 'true']).status === 0;
}

/**
 * Whether system calls can be traced here: by Debian's strace, installed where that may be done, and where nobody has
 * forbidden it.
 */
export function canTrace() {
  return runs() || (installPackages(['strace']) && runs());
}
