#pragma ctsar task in([n]x) out([n]y)
extern int n;
