"""Machine code of a kernel as basic blocks, and the cheapest way round a loop through them."""
import heapq
import re

CALL = 10000  # weight of a call: no hot loop has one


def functions(listing: str):
    """Mangled name and [(address, predicate, instruction)] of each function that `cuobjdump -sass` prints."""
    for match in re.finditer(r"Function : (\S+)\n(.*?)(?=\n\s*Function :|\Z)", listing, re.S):
        lines = re.finditer(r"^\s*/\*([0-9a-f]{4,})\*/\s+(?:@(\S+) )?\s*(.*?)\s*;", match.group(2), re.M)
        yield match.group(1), [(int(line.group(1), 16), line.group(2), line.group(3)) for line in lines]


class Flow:
    """Basic blocks of a function, and which follows which."""

    def __init__(self, instructions):
        target = {address: int(to.group(1), 16) for address, _, text in instructions
                  if text.startswith("BRA") and (to := re.search(r"(0x[0-9a-f]+)$", text))}
        after = {one[0]: other[0] for one, other in zip(instructions, instructions[1:])}
        leaders = {instructions[0][0], *target.values()}
        leaders |= {after[address] for address, _, text in instructions
                    if re.match(r"BRA|EXIT|RET|BRX|BREAK", text) and address in after}
        self.blocks, self.follow = {}, {}
        for address, predicate, text in instructions:
            if address in leaders:
                begin = address
                self.blocks[begin], self.follow[begin] = [], set()
            self.blocks[begin].append(text)
            if address in target:
                self.follow[begin].add(target[address])
            if after.get(address) in leaders and not self._leaves(predicate, text):
                self.follow[begin].add(after[address])

    @staticmethod
    def _leaves(predicate, text):
        """Whether the next instruction is never reached from this one."""
        conditional = predicate is not None or re.match(r"BRA\S* (U?!?U?P|~)|BRA\.DIV", text)
        return bool(re.match(r"EXIT|RET|BRA", text)) and not conditional

    def _weight(self, block):
        return sum(CALL if text.startswith("CALL") else text != "NOP" for text in self.blocks[block])

    def _way(self, begin, end):
        """Instructions from the begin of one block to that of another, the cheapest way."""
        queue, seen = [(self._weight(begin), follower) for follower in self.follow[begin]], set()
        heapq.heapify(queue)
        while queue:
            cost, block = heapq.heappop(queue)
            if block == end:
                return cost
            if block not in seen:
                seen.add(block)
                for follower in self.follow[block]:
                    heapq.heappush(queue, (cost + self._weight(block), follower))
        return None

    def _holds(self, block, marker):
        return sum(bool(re.search(marker[0], text)) for text in self.blocks[block])

    def loop(self, markers, elements):
        """Instructions an element of the loop through the block with most of the first marker and, in turn, the nearest
        block with each next one; a marker is a pattern and how often a block must match it. One match of the first
        stands for `elements`. None where there is no such loop."""
        first = here = max(self.blocks, key=lambda block: self._holds(block, markers[0]))
        total = 0
        for marker in markers[1:]:
            if here == first and self._holds(here, marker) >= marker[1]:
                continue
            ways = [(self._way(here, block), block) for block in self.blocks
                    if block != here and self._holds(block, marker) >= marker[1]]
            cost, here = min((way for way in ways if way[0] is not None), default=(None, None))
            if cost is None:
                return None
            total += cost
        back = self._way(here, first)
        if back is None or total + back >= CALL:
            return None
        return (total + back) / (self._holds(first, markers[0]) * elements)
