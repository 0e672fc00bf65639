import tests.test_room_model as m, collections, atexit
C=collections.Counter()
orig=m.Evening.post
def post(self,d,p,pairs):
    r=orig(self,d,p,pairs); C[p.split("/",3)[-1], r.status_code]+=1
    return r
m.Evening.post=post
orig2=m.Evening.something_leads_on
atexit.register(lambda: print(sorted(C.items(), key=lambda x:-x[1])))
from tests.test_room_model import TestEvening
