// The rows of the table: what was measured, beside what, and whether the goal is met.
import { rounded } from './support/measure.mjs';

/** Our seconds or megabytes beside those of the peer: less is better. */
export const timesPeer = ({ ours, peer, most, unit = 's', ...names }) =>
  row(
    names,
    ours / peer,
    `${amount(ours, unit)} / ${amount(peer, unit)}`,
    most && { text: `≤ ${most}`, met: ours / peer <= most },
  );

/** How fast we are beside the peer: more is better. */
export const shareOfPeer = ({ ours, peer, least, unit, ...names }) =>
  row(
    names,
    ours / peer,
    `${amount(ours, unit)} / ${amount(peer, unit)}`,
    least && { text: `≥ ${least}`, met: ours / peer >= least },
  );

/** What may not be more than an amount, whatever the peer needs. */
export const atMost = ({ ours, peer, most, unit, ...names }) =>
  row(names, ours / peer, `${amount(ours, unit)} / ${amount(peer, unit)}`, {
    text: `≤ ${amount(most, unit)}`,
    met: ours <= most,
  });

/** Seconds that nobody should wait longer, beside those of the peer. */
export const seconds = (row) => atMost({ ...row, unit: 's' });

/** A row that is left out, and why. */
export const leftOut = ({ what, peerName }, why) => ({
  what,
  peer: peerName,
  ratio: '–',
  amounts: why,
  goal: '',
  met: 'left out',
});

const row = ({ what, peerName }, ratio, amounts, goal) => ({
  what,
  peer: peerName,
  ratio: rounded(ratio),
  amounts,
  goal: goal?.text ?? '',
  met: goal ? (goal.met ? 'yes' : '**no**') : '',
});

function amount(number, unit) {
  if (unit === 's') return number < 1 ? `${Math.round(number * 1000)} ms` : `${rounded(number)} s`;
  return `${rounded(number)} ${unit}`;
}

export const heading = `| what | beside | ratio | ours / peer | goal | met |\n|---|---|--:|--:|--:|---|`;
export const lineOf = ({ what, peer, ratio, amounts, goal, met }) =>
  `| ${[what, peer, ratio, amounts, goal, met].join(' | ')} |`;
