/* The round of bench/kernel.ts in C, written for speed: weights are kept and multiplied, patterns are packed, costs and
 * sums go through tables of 1,024. One pass updates and sums. One thread; floating point as the compiler orders it.
 *
 * usage: reference FILE N k eta C rounds   ->   {"nanoseconds": the best round's processor time, "check": ..., "drawn": ...}
 * FILE holds two sets of people, one after the other: for each eight people N bytes, bit i of byte h is rule h on person i.
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BITS 10
#define CELLS (1 << BITS)
#define BLOCK 1024
#define CHECKED 8

typedef uint64_t u64;
typedef uint32_t u32;

static long size;
static int people, tables;
static double *weights, *blocks, cost[64], chance[64], factors[7][CELLS], sums[7][2][CELLS], total = 1;
static void *sets[2];

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static u32 mix(u32 h) {
  h ^= h >> 16; h *= 0x85ebca6bu; h ^= h >> 13; h *= 0xc2b2ae35u;
  return h ^ (h >> 16);
}

static void *room(size_t bytes) {
  void *p = NULL;
  if (posix_memalign(&p, 2 << 20, bytes + 4096)) exit(2);
  memset(p, 0, bytes + 4096);
  return p;
}

#define PASS(NAME, WORD)                                                                              \
  static inline __attribute__((always_inline)) void NAME(const WORD *before, const WORD *now, int n) { \
    for (long b = 0; b * BLOCK < size; b++) {                                                         \
      long end = (b + 1) * BLOCK < size ? (b + 1) * BLOCK : size;                                     \
      double block = 0;                                                                               \
      for (long h = b * BLOCK; h < end; h++) {                                                        \
        u64 p = before[h], q = now[h];                                                                \
        double w = weights[h];                                                                        \
        for (int j = 0; j < n; j++) w *= factors[j][(p >> (BITS * j)) & (CELLS - 1)];                 \
        weights[h] = w;                                                                               \
        block += w;                                                                                   \
        for (int j = 0; j < n; j++) sums[j][h & 1][(q >> (BITS * j)) & (CELLS - 1)] += w;             \
      }                                                                                               \
      blocks[b] = block;                                                                              \
    }                                                                                                 \
  }
PASS(pass8, uint8_t)
PASS(pass32, u32)
PASS(pass64, u64)

static u64 pattern(int set, long h) {
  return people <= 8 ? ((uint8_t *)sets[set])[h] : people <= 32 ? ((u32 *)sets[set])[h] : ((u64 *)sets[set])[h];
}

static void play(int round, double eta, double C, double *drawn) {
  int now = round & 1;
  for (int j = 0; j < tables; j++) {
    factors[j][0] = j ? 1 : 1 / total;
    for (int p = 1; p < CELLS; p++) {
      int i = j * BITS + __builtin_ctz(p);
      factors[j][p] = factors[j][p & (p - 1)] * (i < people ? exp(-eta * cost[i]) : 1);
    }
  }
  memset(sums, 0, sizeof sums);
  if (people <= 8) pass8(sets[1 - now], sets[now], 1);
  else if (people <= 20) pass32(sets[1 - now], sets[now], 2);
  else pass64(sets[1 - now], sets[now], 7);
  total = 0;
  for (long b = 0; b * BLOCK < size; b++) total += blocks[b];
  for (int i = 0; i < people; i++) {
    double sum = 0;
    for (int p = 0; p < CELLS; p++) if ((p >> (i % BITS)) & 1) sum += sums[i / BITS][0][p] + sums[i / BITS][1][p];
    chance[i] = sum / total;
  }
  double target = mix(round * 77 + 5) / 4294967296.0 * total;
  long b = 0;
  while ((b + 1) * BLOCK < size && target >= blocks[b]) target -= blocks[b++];
  long h = b * BLOCK;
  while (h < size - 1 && target >= weights[h]) target -= weights[h++];
  *drawn += h;
  for (int i = 0; i < people; i++) {
    int selected = (pattern(now, h) >> i) & 1, no = mix(round * 64 + i + 999) & 1;
    cost[i] = (selected && no ? 1 / chance[i] : 0) - 0.5 + (i == 0 ? C / 2 : i == 1 ? -C / 2 : 0);
  }
}

int main(int count, char **words) {
  if (count != 7) return 2;
  size = atol(words[2]);
  people = atoi(words[3]);
  tables = people <= 8 ? 1 : people <= 20 ? 2 : 7;
  double eta = atof(words[4]), C = atof(words[5]), check = 0, drawn = 0, best = 1e9;
  int rounds = atoi(words[6]);
  weights = room(size * 8);
  blocks = room(size / BLOCK * 8 + 16);
  FILE *file = fopen(words[1], "rb");
  uint8_t *bytes = room(size);
  for (int set = 0; set < 2; set++) {
    sets[set] = room(size * 8);
    for (int group = 0; group * 8 < people; group++) {
      if (file == NULL || fread(bytes, 1, size, file) != (size_t)size) return 3;
      for (long h = 0; h < size; h++) {
        if (people <= 8) ((uint8_t *)sets[set])[h] = bytes[h];
        else if (people <= 32) ((u32 *)sets[set])[h] |= (u32)bytes[h] << (8 * group);
        else ((u64 *)sets[set])[h] |= (u64)bytes[h] << (8 * group);
      }
    }
  }
  for (long h = 0; h < size; h++) weights[h] = 1.0 / size;
  for (int round = 1; round <= CHECKED + rounds; round++) {
    double started = seconds();
    play(round, eta, C, &drawn);
    double took = seconds() - started;
    if (round == CHECKED) for (int i = 0; i < people; i++) check += (i + 1) * chance[i];
    if (round == CHECKED) check += drawn;
    if (round > CHECKED && took < best) best = took;
  }
  printf("{\"nanoseconds\": %.0f, \"check\": %.17g}\n", best * 1e9, check);
  return 0;
}
