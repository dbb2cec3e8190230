import { spawnSync } from 'node:child_process';
import { installPackages } from './apt.mjs';

/** Follows child processes, and traces only these calls, so that the program is hardly slower. */
export const TRACING = ['-f', '--seccomp-bpf', '-e', 'trace=fsync,fdatasync,write,sendto'];

function runs() {
  return spawnSync('strace', [...TRACING, '-o', '/dev/null', 'true']).status === 0;
}

/** Whether system calls can be traced: strace is installed, or can be installed, and the kernel allows it. */
export function canTrace() {
  return runs() || (installPackages(['strace']) && runs());
}
