/** What sounds alike in names of the Netherlands and Belgium, also between vowels and at the end of a word. */
const soundsAlike: readonly (readonly string[])[] = [
  ['ij', 'ei', 'y', 'ey', 'eij', 'eei', 'aai', 'ai', 'ay'],
  ['i', 'ie', 'y', 'ee', 'ij'],
  ['j', 'y', 'i'],
  ['au', 'ou', 'auw', 'ouw', 'ouwe', 'auwe'],
  ['oe', 'u', 'ou', 'oo'],
  ['u', 'uu', 'ue'],
  ['a', 'aa', 'ae'],
  ['e', 'ee', 'ae'],
  ['o', 'oo', 'oh'],
  ['ui', 'uij', 'uy', 'eu'],
  ['d', 't', 'dt', 'th', 'tt', 'dd'],
  ['s', 'z', 'ss', 'sz', 'c', 'tz', 'ts'],
  ['f', 'v', 'ph', 'ff', 'w'],
  ['w', 'uw'],
  ['g', 'ch', 'gh', 'gg'],
  ['c', 'k', 'ck', 'kk', 'cc', 'ch'],
  ['x', 'ks', 'cks', 'cs', 'gs', 'cx', 'kx', 'ckx'],
  ['qu', 'kw', 'q', 'cu'],
  ['sch', 'sj', 'sh', 'ch', 's', 'tj'],
  ['ns', 'nds', 'nts'],
  ['b', 'bb', 'p', 'pp'],
  ['l', 'll'],
  ['m', 'mm'],
  ['n', 'nn'],
  ['man', 'mans', 'mann'],
  ['r', 'rr'],
];

interface Alike {
  readonly sound: string;
  readonly others: readonly string[];
}

const alike: readonly Alike[] = soundsAlike.flatMap((sounds) =>
  sounds.map((sound) => ({ sound, others: sounds.filter((other) => other !== sound) })),
);

/** A word in lower case with so many of its sounds written otherwise. The choices grow with each: two are hundreds. */
export function* heardAs(word: string, changes: number): Generator<string> {
  yield* heardFrom(word, 0, changes);
}

/** From a place on, so that each choice of places is made once. */
function* heardFrom(word: string, from: number, changes: number): Generator<string> {
  if (changes === 0) return void (yield word);
  for (let at = from; at < word.length; at++)
    for (const { sound, others } of alike) {
      if (!word.startsWith(sound, at)) continue;
      const behind = word.slice(at + sound.length);
      for (const other of others) yield* heardFrom(word.slice(0, at) + other + behind, at + other.length, changes - 1);
    }
}
