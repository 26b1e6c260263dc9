import { scrypt } from 'node:crypto';

const keyBytes = 32;

/** Node's own cost (N = 16384, r = 8, p = 1) and a salt of 16 bytes: `scrypt$<salt>$<hash>`, both in hex. */
export function hashPassword(password: string, randomHex: (bytes: number) => string): Promise<string> {
  const salt = randomHex(16);
  return new Promise((resolve, reject) => {
    scrypt(password, Buffer.from(salt, 'hex'), keyBytes, (error, key) => {
      if (error) reject(error);
      else resolve(`scrypt$${salt}$${key.toString('hex')}`);
    });
  });
}
